/** A period in milliseconds since the epoch; absent ends are open. */
interface Period {
  /** Inclusive. */
  readonly from?: number
  /** Exclusive. */
  readonly to?: number
}

/** What a report of a period adds up. */
export interface CountedPeriod {
  /** Numbers of the spans whose counts are added, as `spanOf` gives them. */
  readonly spans: number[]
  /** What no span covers: single rows are counted there. `to` is exclusive. */
  readonly edges: { readonly from: number; readonly to: number }[]
}

/** Length of the spans of each level: a day, 8 days and 64 days (UTC, from the epoch). */
export const SPAN_MS = [86_400_000, 8 * 86_400_000, 64 * 86_400_000] as const
/** Numbers of one level lie below those of the next. */
export const SPAN_LEVEL = 1_000_000
/** The span of all time. */
export const ALL_TIME = 3 * SPAN_LEVEL

/** The number of the span of a level in which a moment lies. */
export function spanOf(time: number, level: 0 | 1 | 2): number {
  return level * SPAN_LEVEL + Math.floor(time / SPAN_MS[level])
}

/**
 * Covers a period with the fewest spans, so that a report of any length adds up few counts. A store that counts by spans
 * keeps the count of each span in which something happened.
 * @param known when the first and the last thing happened, both inclusive: outside of it there is nothing to count
 * @param finest the level of the shortest spans that are kept
 */
export function countedPeriod(
  period: Period,
  known: { readonly first: number; readonly last: number } | undefined,
  finest: 0 | 1 = 0,
): CountedPeriod {
  const from = period.from ?? Number.NEGATIVE_INFINITY
  const to = period.to ?? Number.POSITIVE_INFINITY
  if (!known || from > known.last || to <= known.first || from >= to) return { spans: [], edges: [] }
  const isOpen = { start: from <= known.first, end: to > known.last }
  if (isOpen.start && isOpen.end) return { spans: [ALL_TIME], edges: [] }
  const unit = SPAN_MS[finest]
  const first = isOpen.start ? Math.floor(known.first / unit) : Math.ceil(from / unit)
  const end = isOpen.end ? Math.floor(known.last / unit) + 1 : Math.floor(to / unit)
  if (first >= end)
    return { spans: [], edges: [{ from: Math.max(from, known.first), to: Math.min(to, known.last + 1) }] }
  const edges = [
    { from: isOpen.start ? first * unit : from, to: first * unit },
    { from: end * unit, to: isOpen.end ? end * unit : to },
  ]
  return { spans: cover(first, end, finest), edges: edges.filter((edge) => edge.from < edge.to) }
}

/** Whole days (UTC) of a period, as midnights, and what is left of the days in which it begins and ends. */
export function wholeDaysOf({ from = 0, to = Number.MAX_SAFE_INTEGER }: Period): {
  readonly first: number
  /** Exclusive. */
  readonly end: number
  readonly edges: CountedPeriod['edges']
} {
  const [day] = SPAN_MS
  const first = Math.ceil(from / day) * day
  const end = Math.floor(to / day) * day
  if (first >= end) return { first, end: first, edges: from < to ? [{ from, to }] : [] }
  const edges = [
    { from, to: first },
    { from: end, to },
  ]
  return { first, end, edges: edges.filter((edge) => edge.from < edge.to) }
}

/** @param first of the units of the finest level, and `end` the one behind the last */
function cover(first: number, end: number, finest: 0 | 1): number[] {
  const spans: number[] = []
  for (let unit = first; unit < end; ) {
    let level = finest as number
    let length = 1
    while (level < 2 && unit % (length * 8) === 0 && unit + length * 8 <= end) {
      level += 1
      length *= 8
    }
    spans.push(level * SPAN_LEVEL + unit / length)
    unit += length
  }
  return spans
}
