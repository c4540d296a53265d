import type { CallOptions, ListPosition } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { type CountedSearches, edgesOf, rowsOf } from './counted-searches.ts'
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

/** The most frequent queries after a position, then by query: counts are ranked first, and the rest is read of those alone. */
export async function frequentQueries(
  postgres: Postgres,
  counted: CountedSearches,
  limit: number,
  after: ListPosition | undefined,
  options?: CallOptions,
): Promise<QueryCount[]> {
  const queries = await rankQueries(postgres, counted, limit, after, options)
  return countsOf(postgres, counted, queries, options)
}

/** What was counted of queries, in their order. */
export async function countsOf(
  postgres: Postgres,
  counted: CountedSearches,
  queries: readonly string[],
  options?: CallOptions,
): Promise<QueryCount[]> {
  if (queries.length === 0) return []
  const { project, source, spans, edges } = counted
  const columns = ['searches', 'unanswered', 'empty', 'results', 'ms', 'clicks']
  const { rows } = await postgres.query<QueryCount>(
    `SELECT query, ${columns.map((name) => `SUM(${name})::bigint AS ${name}`).join(', ')} FROM (
        SELECT query, ${columns.join(', ')} FROM docent.search_spans
          WHERE project_id = $1 AND source = $2 AND query = ANY ($6) AND span = ANY ($3)
        UNION ALL ${rowsOf(counted, detailsOf(counted))} WHERE query = ANY ($6)
      ) AS counted GROUP BY query`,
    [project, source, spans, ...edgesOf(edges), [...queries]],
    options,
  )
  const byQuery = new Map(rows.map((row) => [row.query, row]))
  return queries.flatMap((query) => byQuery.get(query) ?? [])
}

/** Searches of the period, of all queries. */
export async function totalSearches(
  postgres: Postgres,
  { project, source, spans }: CountedSearches,
  options?: CallOptions,
): Promise<number> {
  const { rows } = await postgres.query<{ total: number }>(
    `SELECT COALESCE(SUM(searches), 0)::bigint AS total FROM docent.search_spans
      WHERE project_id = $1 AND source = $2 AND query = '' AND span = ANY ($3)`,
    [project, source, spans],
    options,
  )
  return rows[0]?.total ?? 0
}

function detailsOf({ source }: CountedSearches): string {
  return source === 'assistant'
    ? '1, unanswered::int, 0, 0, 0, 0'
    : '1, 0, (results = 0)::int, results, ms, (clicked IS NOT NULL)::int'
}
