/** How much one configuration is better than another over the same questions. */
export interface PairedDifference {
  /** Questions that both have. */
  questions: number
  /** Mean of the second minus mean of the first. */
  difference: number
  /** The difference lies between these with a confidence of 95%. */
  low: number
  high: number
}

const RESAMPLES = 2_000
const TAIL = 0.025

/**
 * The 95% interval of a difference of means by the percentile bootstrap over pairs: questions are drawn with
 * replacement, each with both of its values, so that hard and easy questions weigh on both sides alike. Drawn from a
 * fixed seed: the same values give the same interval.
 *
 * @see https://cs.stanford.edu/people/wmorgan/sigtest.pdf
 */
export function pairedBootstrap(
  pairs: readonly (readonly [before: number, after: number])[],
): PairedDifference {
  const differences = pairs.map(([before, after]) => after - before)
  const size = differences.length
  if (size === 0) return { questions: 0, difference: 0, low: 0, high: 0 }
  const random = generator(size)
  const means = new Float64Array(RESAMPLES)
  for (let sample = 0; sample < RESAMPLES; sample++) {
    let sum = 0
    for (let draw = 0; draw < size; draw++) sum += differences[Math.floor(random() * size)] ?? 0
    means[sample] = sum / size
  }
  means.sort()
  return {
    questions: size,
    difference: differences.reduce((sum, each) => sum + each, 0) / size,
    low: means[Math.floor(TAIL * RESAMPLES)] ?? 0,
    high: means[Math.ceil((1 - TAIL) * RESAMPLES) - 1] ?? 0,
  }
}

/** So many questions that all agree do so by chance in 2 × 0.5⁶ = 3% of the cases; one fewer in 6%. */
const FEWEST = 6

/** Whether the whole interval lies on one side of zero, and rests on enough questions to say so. */
export function isCertain({ questions, low, high }: PairedDifference): boolean {
  return questions >= FEWEST && (low > 0 || high < 0)
}

/**
 * Numbers from 0 to 1 of mulberry32.
 * @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
