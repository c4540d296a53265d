/** Each text is so many times as long as the one before. */
const STEP = 8
const SHORTEST = 2_048
/** Smallest CPU time of one size that says something, ms: below it, timers and the collector decide. */
const FLOOR_MS = 4
/** Eight times the text may take this many times the time: linear work takes 8 times, quadratic 64. */
const MOST_GROWTH = 24
/** A text that is read faster is read again, because code that is not compiled yet makes short texts look slow. */
const WARM_MS = 25
const MOST_RUNS = 6
/** From this time on, what the shorter texts showed is not chance: near linear growth ends the curve. */
const ENOUGH_MS = 120
/**
 * From this length on, growth that is as good as linear ends the curve. If eight times the text take at most 10.5 times
 * the time, at most a twentieth of the shorter time is quadratic, and then eight times more take at most 23 times the time.
 */
const TELLING_LENGTH = 131_072
const LINEAR_GROWTH = 10.5
/** A quadratic part that is no longer than this at the telling length stays below the floor times the growth at 1 MB. */
const NEGLIGIBLE_MS = (FLOOR_MS * MOST_GROWTH) / STEP ** 2

export interface Measured {
  length: number
  ms: number
}

export interface CurveOptions {
  /** Longest text, in characters. */
  longest: number
  /** Measures all lengths up to the longest, whatever the shorter ones showed. */
  whole?: boolean
}

/**
 * CPU time of `read` on texts that grow eightfold up to `longest` characters. The curve ends early where it has shown
 * enough: at growth over the limit, or so close to linear that a longer text can't be over it. The time is that of this
 * thread, so a busy machine does not count.
 */
export function growthCurve(
  read: (text: string) => unknown,
  shape: (length: number) => string,
  { longest, whole = false }: CurveOptions,
): Measured[] {
  const curve: Measured[] = []
  for (let length = SHORTEST; length <= longest; length *= STEP) {
    const ms = bestTimeOf(read, shape(length))
    const before = curve.at(-1)?.ms ?? 0
    curve.push({ length, ms })
    if (!whole && (showsLinear(length, before, ms) || ms > Math.max(before, FLOOR_MS) * MOST_GROWTH)) break
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
    const before = Math.max(curve[at - 1]?.ms ?? FLOOR_MS, FLOOR_MS)
    if (ms <= before * MOST_GROWTH) continue
    // Eight shorter texts leave the collector as much to do as the long one does.
    const eight = timeOf((text) => Array.from({ length: STEP }, () => read(text)), shape(length / STEP))
    const again = Math.min(timeOf(read, shape(length)), timeOf(read, shape(length)))
    if (again > (Math.max(eight, FLOOR_MS * STEP) * MOST_GROWTH) / STEP) return length
  }
  return undefined
}

function showsLinear(length: number, before: number, ms: number): boolean {
  if (length < TELLING_LENGTH && ms < ENOUGH_MS) return false
  return ms <= NEGLIGIBLE_MS || ms <= before * LINEAR_GROWTH
}

/** The shortest of a few runs, ms. The system counts CPU time in ticks, so a run shorter than a tick shows its wall time. */
function bestTimeOf(read: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY
  const began = performance.now()
  for (let run = 0; run < MOST_RUNS && performance.now() - began < WARM_MS; run += 1) {
    const start = performance.now()
    const cpu = timeOf(read, text)
    const wall = performance.now() - start
    best = Math.min(best, wall < FLOOR_MS ? wall : cpu)
  }
  return best
}

function timeOf(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  read(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
