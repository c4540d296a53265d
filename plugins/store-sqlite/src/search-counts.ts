import type { ListPosition } from '@docent/core/plugin'
import { type CountedSearches, rowsOf } from './counted-searches.ts'
import type { Database } from './database.ts'
import { rankQueries } from './rank-queries.ts'

/** What one query was searched for in a period. */
export interface QueryCount {
  query: string
  searches: number
  unanswered: number
  empty: number
  results: number
  ms: number
  clicks: number
}

const SUMS = `SUM(searches) AS searches, SUM(unanswered) AS unanswered, SUM(empty) AS empty, SUM(results) AS results,
  SUM(ms) AS ms, SUM(clicks) AS clicks`

/**
 * The most frequent queries after a position, then by query. Counts are ranked first, and the rest is read of those on
 * the page alone.
 * @param after `id` is the query, or '' to begin with the first of that count
 */
export function frequentQueries(
  database: Database,
  counted: CountedSearches,
  limit: number,
  after: ListPosition | undefined,
): QueryCount[] {
  const place = { count: after?.rank ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? '', limit }
  const found = rankQueries(database, counted, place)
  if (found.length === 0) return []
  const queries = JSON.stringify(found.map(({ query }) => query))
  const details = database.all<QueryCount>(
    `SELECT query, ${SUMS} FROM (
        SELECT query, searches, unanswered, empty, results, ms, clicks FROM json_each(:queries) q CROSS JOIN search_spans
          WHERE project_id = :project AND source = :source AND query = q.value
            AND span IN (SELECT value FROM json_each(:spans))
        UNION ALL ${rowsOf(counted, 'query, 1, unanswered, results = 0, results, ms, clicked IS NOT NULL')}
          AND query IN (SELECT value FROM json_each(:queries))
      ) GROUP BY query`,
    { ...counted, queries },
  )
  const byQuery = new Map(details.map((detail) => [detail.query, detail]))
  return found.flatMap(({ query }) => byQuery.get(query) ?? [])
}

/** Searches of the period, of all queries. */
export function totalSearches(database: Database, counted: CountedSearches): number {
  const { project, source, spans } = counted
  const row = database.get<{ total: number | null }>(
    `SELECT SUM(searches) AS total FROM search_spans
      WHERE project_id = :project AND source = :source AND query = '' AND span IN (SELECT value FROM json_each(:spans))`,
    { project, source, spans },
  )
  return row?.total ?? 0
}
