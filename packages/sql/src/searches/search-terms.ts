import {
  type CallOptions,
  decodeListCursor,
  type ProjectId,
  type ReportQuery,
  type SearchTermPage,
} from '@docent/core/plugin'
import { wholeDays } from '../readings/page-counts.ts'
import { given, indexedBy, isIn } from '../statements/fragments.ts'
import { pageOf } from '../statements/list-page.ts'
import { sql, when } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'
import { ALL_DIRECT, countedSearches, frequentQueries, totalSearches } from './counted-searches.ts'

/** Whole days, so that counts alone are read; and the newest search and the clicks of the queries on the page. */
export async function listSearchTerms(
  database: SqlDatabase,
  project: ProjectId,
  query: ReportQuery,
  options?: CallOptions,
): Promise<SearchTermPage> {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const days = wholeDays(query)
  const counted = await countedSearches(database, project, ALL_DIRECT, days, options)
  const found = await frequentQueries(database, counted, query.limit + 1, after, options)
  const { entries, nextCursor } = pageOf(found, query.limit, (term) => ({
    rank: term.searches,
    id: term.query,
  }))
  const queries = entries.map((term) => ({ query: term.query }))
  const [total, rows] = await Promise.all([
    totalSearches(database, counted, options),
    database.read(
      sql<{ query: string; at: number; path: string | null }>`SELECT given.query,
          (SELECT MAX(created_at) FROM docent.direct_searches AS s ${indexedBy('direct_searches_by_query')}
            WHERE s.project_id = ${project} AND s.query = given.query
              ${when(days.to, (end) => sql`AND s.created_at < ${end}`)}) AS at,
          (SELECT path FROM docent.click_spans AS k
            WHERE k.project_id = ${project} AND k.query = given.query AND k.span ${isIn(counted.spans)}
            GROUP BY path ORDER BY SUM(clicks) DESC, path LIMIT 1) AS path
        FROM ${given({ query: 'text' }, queries)}`,
      options,
    ),
  ])
  const details = new Map(rows.map((row) => [row.query, row]))
  const terms = entries.map((term) => ({
    query: term.query,
    searches: term.searches,
    clicks: term.clicks,
    lastSearchedAt: details.get(term.query)?.at ?? 0,
    topClickedPage: details.get(term.query)?.path ?? null,
  }))
  return { entries: terms, nextCursor, total }
}
