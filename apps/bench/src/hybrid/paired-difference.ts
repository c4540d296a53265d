import { SeededRandom } from '../grounding/random.ts'

const RESAMPLES = 2_000

export interface Difference {
  mean: number
  /** Between them lies the true mean in 95 of 100 samples of queries. */
  low: number
  high: number
}

/** How much better the second is than the first, query by query, with a bootstrap interval. */
export function pairedDifference(first: readonly number[], second: readonly number[], seed = 1): Difference {
  const differences = second.map((value, at) => value - (first[at] ?? 0))
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const random = new SeededRandom(seed)
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => random.pick(differences) ?? 0)),
  ).sort((one, other) => one - other)
  const at = (share: number) => means[Math.floor(share * (RESAMPLES - 1))] ?? 0
  return { mean: mean(differences), low: at(0.025), high: at(0.975) }
}
