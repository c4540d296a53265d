interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Tells whether a part of a text overlaps one of others. Ask for parts in the order of the text: all of them take linear
 * time.
 */
export function overlapping(others: readonly Span[]): (part: Span) => boolean {
  const sorted = [...others].sort((one, other) => one.start - other.start)
  let at = 0
  return ({ start, end }) => {
    while ((sorted[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1
    return (sorted[at]?.start ?? Number.POSITIVE_INFINITY) < end
  }
}
