import { encodeListCursor, type ListPosition } from '../domain/list-cursor.ts'
import type { SearchSource } from '../domain/recorded-search.ts'
import type { ReportPage, SearchCount } from './thread-reports.ts'

export const SEARCH_SOURCES: readonly SearchSource[] = ['assistant', 'mcp', 'search']

/** What a store counted of a query. Sums are over its searches. */
export interface CountedQuery {
  readonly query: string
  readonly searches: number
  readonly unanswered: number
  /** Searches that found nothing. */
  readonly empty: number
  readonly results: number
  readonly ms: number
}

/** Where the list of one source goes on after an entry of the merged list: its `id` is a query. */
export function positionIn(source: SearchSource, after: ListPosition): ListPosition {
  const prefix = `${source} `
  if (after.id.startsWith(prefix)) return { rank: after.rank, id: after.id.slice(prefix.length) }
  return { rank: prefix > after.id ? after.rank : after.rank - 1, id: '' }
}

/**
 * One list from those of the sources, the most frequent first, then by source and by the bytes of the query.
 * @param lists each with one entry more than `limit`, where there are so many
 */
export function mergeSearches(
  lists: readonly { readonly source: SearchSource; readonly queries: readonly CountedQuery[] }[],
  limit: number,
): ReportPage<SearchCount> {
  const found = lists
    .flatMap(({ source, queries }) => queries.map((counted) => entryOf(source, counted)))
    .sort((one, other) => other.count - one.count || Buffer.compare(bytesOf(one), bytesOf(other)))
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  const isLast = found.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.count, id: idOf(last) }) : null,
  }
}

function entryOf(source: SearchSource, counted: CountedQuery): SearchCount {
  const { query, searches, unanswered, empty, results, ms } = counted
  const isAnswer = source === 'assistant'
  return {
    source,
    query,
    count: searches,
    unanswered,
    withoutResults: isAnswer ? null : empty,
    meanResults: isAnswer ? null : results / searches,
    meanMs: isAnswer ? null : ms / searches,
  }
}

function idOf({ source, query }: SearchCount): string {
  return `${source} ${query}`
}

function bytesOf(entry: SearchCount): Buffer {
  return Buffer.from(idOf(entry))
}
