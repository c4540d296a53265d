import type { Shape } from './hostile-shapes.ts'
import type { StepCounter, Steps } from './step-counter.ts'

const SHORT = 1_024
/** Twice the text may take so many times the steps: linear work takes 2 times, quadratic 4. */
const MOST_GROWTH = 2.3
/** A function that runs less often than once for a few characters cannot take long. */
const RARE = 0.25
/** From this length on, what looked ahead a few thousand characters has shown that it looks no farther. */
const LONGEST = 131_072
/** More steps than these are no linear reading of any text up to the longest. */
const MOST_STEPS = 60_000_000

/**
 * The functions whose steps grow faster than the text, with their counts; none for linear reading. Where growth looks
 * worse than linear, longer texts decide, because a bounded look ahead is linear from some length on. Readers are counted
 * together: a quadratic one outweighs all others, and counting takes longer than most reading.
 */
export function superLinear(
  counter: StepCounter,
  readers: readonly ((text: string) => unknown)[],
  shape: Shape,
): string[] {
  const stepsOf = (text: string) => counter.count(...readers.map((read) => () => read(text)))
  // What is loaded with the first text, and read once.
  stepsOf(shape(SHORT / 8))
  let before = stepsOf(shape(SHORT))
  let suspects: string[] = []
  for (let length = SHORT * 2; length <= LONGEST; length *= 2) {
    const text = shape(length)
    const steps = stepsOf(text)
    suspects = grown(before, steps, length, suspects.length > 0 ? new Set(suspects) : undefined)
    if (suspects.length === 0) return []
    const counts = suspects.map((name) => `${name}: ${before.get(name)} → ${steps.get(name)} at ${length}`)
    if (suspects.some((name) => (steps.get(name) ?? 0) > MOST_STEPS) || length === LONGEST) return counts
    before = steps
  }
  return suspects
}

function grown(
  before: Steps,
  after: Steps,
  length: number,
  among: ReadonlySet<string> | undefined,
): string[] {
  return [...after].flatMap(([name, count]) => {
    if (among !== undefined && !among.has(name)) return []
    return count > length * RARE && count > (before.get(name) ?? 0) * MOST_GROWTH ? [name] : []
  })
}
