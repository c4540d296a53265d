const DAY_MS = 86_400_000

/** The last days up to the end of today (UTC), both ends in milliseconds since the epoch. */
export function lastDays(days: number, now: number): { from: number; to: number } {
  const to = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  return { from: to - days * DAY_MS, to }
}
