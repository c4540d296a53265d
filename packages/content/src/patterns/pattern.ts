/** A pattern that a repository wrote, taken apart: globs, rules of ignore files, and regular expressions. */
export type Pattern =
  | { kind: 'one'; accepts(character: string): boolean }
  | { kind: 'start' }
  | { kind: 'end' }
  /** One after another. */
  | { kind: 'all'; parts: readonly Pattern[] }
  | { kind: 'any'; choices: readonly Pattern[] }
  | { kind: 'repeat'; of: Pattern; least: number; most: number }

type Step =
  | { kind: 'one'; accepts(character: string): boolean }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'fork'; to: number[] }
  | { kind: 'done' }

export const ANY_CHARACTER: Pattern = { kind: 'one', accepts: () => true }
export const NOTHING: Pattern = { kind: 'all', parts: [] }

/** A text is compared with each step once a character: more would cost too much of a repository's many paths. */
const MOST_STEPS = 2_000

export function exactly(text: string): Pattern {
  return all([...text].map((character) => ({ kind: 'one', accepts: (each) => each === character })))
}

export function all(parts: readonly Pattern[]): Pattern {
  return { kind: 'all', parts }
}

export function repeated(of: Pattern, least = 0, most = Number.POSITIVE_INFINITY): Pattern {
  return { kind: 'repeat', of, least, most }
}

/**
 * Tells whether a whole text fits the pattern, in time that grows with the length of both and no faster: no pattern of a
 * repository can make it go back and try again. Undefined for a pattern that is too long.
 */
export function matcher(pattern: Pattern): ((text: string) => boolean) | undefined {
  const steps: Step[] = []
  if (!compile(pattern, steps)) return undefined
  steps.push({ kind: 'done' })
  return (text) => runs(steps, [...text])
}

/** False when there are too many steps. */
function compile(pattern: Pattern, steps: Step[]): boolean {
  if (steps.length > MOST_STEPS) return false
  if (pattern.kind === 'all') return pattern.parts.every((part) => compile(part, steps))
  if (pattern.kind === 'any') {
    const fork: Step = { kind: 'fork', to: [] }
    const ends: { kind: 'fork'; to: number[] }[] = []
    steps.push(fork)
    for (const choice of pattern.choices) {
      fork.to.push(steps.length)
      if (!compile(choice, steps)) return false
      const end = { kind: 'fork' as const, to: [] }
      ends.push(end)
      steps.push(end)
    }
    for (const end of ends) end.to.push(steps.length)
    return true
  }
  if (pattern.kind !== 'repeat') {
    steps.push(pattern)
    return true
  }
  const { of, least, most } = pattern
  for (let count = 0; count < least; count++) if (!compile(of, steps)) return false
  if (most === Number.POSITIVE_INFINITY) {
    const fork: Step = { kind: 'fork', to: [steps.length + 1] }
    const at = steps.push(fork) - 1
    if (!compile(of, steps)) return false
    steps.push({ kind: 'fork', to: [at] })
    fork.to.push(steps.length)
    return true
  }
  const skips: { kind: 'fork'; to: number[] }[] = []
  for (let count = least; count < most; count++) {
    const skip = { kind: 'fork' as const, to: [steps.length + 1] }
    skips.push(skip)
    steps.push(skip)
    if (!compile(of, steps)) return false
  }
  for (const skip of skips) skip.to.push(steps.length)
  return true
}

function runs(steps: readonly Step[], characters: readonly string[]): boolean {
  const seen = new Int32Array(steps.length).fill(-1)
  let current: number[] = []
  const reach = (first: number, place: number, into: number[]) => {
    const open = [first]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen[at] === place) continue
      seen[at] = place
      const step = steps[at]
      if (step?.kind === 'fork') open.push(...step.to)
      else if (step?.kind === 'start') {
        if (place === 0) open.push(at + 1)
      } else if (step?.kind === 'end') {
        if (place === characters.length) open.push(at + 1)
      } else into.push(at)
    }
  }
  reach(0, 0, current)
  for (const [place, character] of characters.entries()) {
    const next: number[] = []
    for (const at of current) {
      const step = steps[at]
      if (step?.kind === 'one' && step.accepts(character)) reach(at + 1, place + 1, next)
    }
    if (next.length === 0) return false
    current = next
  }
  return current.some((at) => steps[at]?.kind === 'done')
}
