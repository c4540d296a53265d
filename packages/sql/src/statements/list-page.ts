import { decodeListCursor, encodeListCursor, type ListPosition } from '@docent/core/plugin'

/** Where a page begins, the newest first: what it lists is before this position. */
export function startOf(cursor: string | undefined, end: number = Number.MAX_SAFE_INTEGER): ListPosition {
  return cursor === undefined ? { rank: end, id: '' } : decodeListCursor(cursor)
}

/** The entries of a page, of which one more was read than it has. */
export function pageOf<Entry>(
  found: readonly Entry[],
  limit: number,
  positionOf: (entry: Entry) => ListPosition,
): { entries: Entry[]; nextCursor: string | null } {
  const entries = found.slice(0, limit)
  const last = found.length > entries.length ? entries.at(-1) : undefined
  return { entries, nextCursor: last ? encodeListCursor(positionOf(last)) : null }
}
