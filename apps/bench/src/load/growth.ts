import { median } from '../figures.ts'

export interface Growth {
  readonly first: number
  readonly last: number
  readonly isFlat: boolean
}

/** Growth up to this is no finding: buffers, caches that fill, a page more of an arena. */
export interface Tolerance {
  readonly share: number
  readonly amount: number
}

const WINDOWS = 2

/**
 * Whether a figure grew over the second half of a time. Compares the medians of that half's halves, so
 * that single high samples count for nothing. A half that falls between and rises again does not grow.
 */
export function growthOf(values: readonly number[], { share, amount }: Tolerance): Growth {
  const half = values.slice(Math.floor(values.length / 2))
  const size = Math.floor(half.length / WINDOWS)
  if (size === 0) throw new Error(`${values.length} samples are too few: take at least ${WINDOWS * 2}.`)
  const first = median(half.slice(0, size))
  const last = median(half.slice(-size))
  return { first, last, isFlat: last - first <= Math.max(amount, first * share) }
}
