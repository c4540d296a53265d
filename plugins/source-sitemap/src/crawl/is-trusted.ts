import type { PageEntry } from './crawl-state.ts'

const HOUR_MS = 3_600_000
/** A date without a time may mean any moment of that day, anywhere. */
const DAY_MS = 36 * HOUR_MS

/**
 * Whether a page need not be asked for, because its date in the sitemap is the one that it had when it was read. A page
 * that was read before that moment had passed may have changed again with the same date.
 */
export function isTrusted(
  known: PageEntry,
  lastmod: string | undefined,
  now: number,
  recheckHours: number,
): boolean {
  if (lastmod === undefined || lastmod !== known.lastmod) return false
  const changed = Date.parse(lastmod)
  if (Number.isNaN(changed)) return false
  const hasTime = /T\d/.test(lastmod)
  return known.checkedAt > changed + (hasTime ? 0 : DAY_MS) && now - known.checkedAt < recheckHours * HOUR_MS
}
