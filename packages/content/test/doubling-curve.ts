/** Smallest CPU time of one size that says something, ms: below it, timers and the collector decide. */
const FLOOR_MS = 4
/** Eight times the text may take this many times the time: linear work takes 8 times, quadratic 64. */
const MOST_GROWTH = 24
/** What takes longer than this is no matter of warm code. */
const WARM_MS = 40
/** What this long took has shown how it grows: the next would only take longer. */
const ENOUGH_MS = 120

export interface Measured {
  length: number
  ms: number
}

/**
 * CPU time of `read` on texts from 1,024 to `longest` characters, each twice as long as the one before; ends at one that
 * takes `enoughMs`. The time is that of this thread, so a busy machine does not count.
 */
export function doublingCurve(
  read: (text: string) => unknown,
  shape: (length: number) => string,
  longest: number,
  enoughMs: number = ENOUGH_MS,
): Measured[] {
  const curve: Measured[] = []
  for (let length = 1_024; length <= longest; length *= 2) {
    const text = shape(length)
    const first = timeOf(read, text)
    // Code that is not compiled yet makes short texts look slow, and growth small.
    const ms = first > WARM_MS ? first : Math.min(first, timeOf(read, text))
    curve.push({ length, ms })
    if (ms > enoughMs) break
  }
  return curve
}

/** The first length at which the time grew faster than the text; undefined for linear time. Measures again before it judges. */
export function superLinearAt(
  curve: readonly Measured[],
  read: (text: string) => unknown,
  shape: (length: number) => string,
): number | undefined {
  for (const [at, { length, ms }] of curve.entries()) {
    const before = Math.max(curve[at - 3]?.ms ?? FLOOR_MS, FLOOR_MS)
    if (ms <= before * MOST_GROWTH) continue
    // The collector, or code that was not compiled yet, may have been in the way of one run.
    const again = Math.min(timeOf(read, shape(length)), timeOf(read, shape(length)))
    if (again > before * MOST_GROWTH) return length
  }
  return undefined
}

function timeOf(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  read(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
