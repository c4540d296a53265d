/** How the time of a match grows with the text that it reads. */
export type Growth = 'linear' | 'polynomial' | 'exponential' | 'unknown'

export interface Verdict {
  growth: Growth
  /** Of a polynomial. */
  degree?: number
  /** The worst text that was found: each prefix, then its pump as often as the length asks for, then the suffix. */
  attack?: Attack
}

export interface Attack {
  pumps: readonly { prefix: string; pump: string }[]
  suffix: string
}

/** The attack in about `length` characters. */
export function attackText({ pumps, suffix }: Attack, length: number): string {
  const fixed = suffix.length + pumps.reduce((sum, { prefix }) => sum + prefix.length, 0)
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.max(1, Math.floor((length - fixed) / Math.max(1, pumped)))
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
}
