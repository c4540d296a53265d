import type { SearchTerm } from '@docent/core'
import {
  decodeListCursor,
  normalizedQuery,
  type RecordedSearch,
  type ReportQuery,
  type SearchClick,
  type SearchTermPage,
} from '@docent/core/plugin'
import { compareText, cut } from './thread-report-lists.ts'

const TEN_MINUTES = 600_000

export interface MemorySearch extends RecordedSearch {
  /** Page that was opened from it. */
  clicked?: string
}

export function isClickOf(search: RecordedSearch, click: SearchClick): boolean {
  const { projectId, visitor, paths = [], createdAt } = search
  const since = click.clickedAt - createdAt
  const isOfReader = projectId === click.projectId && visitor === click.visitor
  return isOfReader && since >= 0 && since <= TEN_MINUTES && paths.includes(click.path)
}

export function countTerms(
  searches: readonly MemorySearch[],
  { cursor, limit }: ReportQuery,
): SearchTermPage {
  const found = searches
    .map((search) => ({ ...search, query: normalizedQuery(search.query) }))
    .filter(({ query }) => query !== '')
  const after = cursor === undefined ? undefined : decodeListCursor(cursor)
  const rest = [...Map.groupBy(found, ({ query }) => query)]
    .map(([query, same]) => termOf(query, same))
    .filter(
      ({ query, searches: count }) =>
        !after || count < after.rank || (count === after.rank && query > after.id),
    )
    .sort((a, b) => b.searches - a.searches || compareText(a.query, b.query))
  const page = cut(rest, limit, ({ query, searches: count }) => ({ rank: count, id: query }))
  return { ...page, total: found.length }
}

function termOf(query: string, same: readonly MemorySearch[]): SearchTerm {
  const clicked = same.flatMap(({ clicked: path }) => (path === undefined ? [] : [path]))
  const pages = [...Map.groupBy(clicked, (path) => path)]
    .map(([path, clicks]) => ({ path, count: clicks.length }))
    .sort((a, b) => b.count - a.count || compareText(a.path, b.path))
  return {
    query,
    searches: same.length,
    clicks: clicked.length,
    topClickedPage: pages[0]?.path ?? null,
    lastSearchedAt: Math.max(...same.map(({ createdAt }) => createdAt)),
  }
}
