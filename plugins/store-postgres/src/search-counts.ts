import {
  ALL_TIME,
  type CallOptions,
  type CountedPeriod,
  countedPeriod,
  type ListPosition,
  type ProjectId,
  type ReportPeriod,
} from '@docent/core'
import type { Postgres } from '@docent/postgres'

const DAY_MS = 86_400_000

/** The name under which searches of all sources but the assistant are counted. */
export const ALL_DIRECT = ''

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

/** Searches of one source in a period, with what is added up. */
export interface CountedSearches extends CountedPeriod {
  readonly project: ProjectId
  readonly source: string
}

export async function countedSearches(
  postgres: Postgres,
  project: ProjectId,
  source: string,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<CountedSearches> {
  const { rows } = await postgres.query<{ first: number | null; last: number | null }>(
    `SELECT MIN(span) AS first, MAX(span) AS last FROM docent.search_spans
      WHERE project_id = $1 AND source = $2 AND query = '' AND span < 1000000`,
    [project, source],
    options,
  )
  const { first = null, last = null } = rows[0] ?? {}
  const known =
    first === null || last === null ? undefined : { first: first * DAY_MS, last: (last + 1) * DAY_MS - 1 }
  return { project, source, ...countedPeriod(period, known) }
}

/**
 * The most frequent queries after a position, then by query. Counts are ranked first, and the rest is read of those on
 * the page alone.
 */
export async function frequentQueries(
  postgres: Postgres,
  counted: CountedSearches,
  limit: number,
  after: ListPosition | undefined,
  options?: CallOptions,
): Promise<QueryCount[]> {
  const { project, source, spans, edges } = counted
  const place = [after?.rank ?? Number.MAX_SAFE_INTEGER, after?.id ?? '', limit]
  const isAllTime = spans[0] === ALL_TIME
  const { rows: found } = isAllTime
    ? await postgres.query<{ query: string }>(
        `SELECT query FROM docent.search_spans
          WHERE project_id = $1 AND source = $2 AND span = ${ALL_TIME} AND query > ''
            AND searches <= $3 AND (searches < $3 OR query > $4)
          ORDER BY searches DESC, query LIMIT $5`,
        [project, source, ...place],
        options,
      )
    : await postgres.query<{ query: string }>(
        `SELECT query FROM (
            SELECT query, searches FROM docent.search_spans
              WHERE project_id = $1 AND source = $2 AND query > '' AND span = ANY ($3)
            UNION ALL ${rowsOf(counted, '1')}
          ) AS counted
          GROUP BY query HAVING SUM(searches) < $6 OR (SUM(searches) = $6 AND query > $7)
          ORDER BY SUM(searches) DESC, query LIMIT $8`,
        [project, source, spans, ...edgesOf(edges), ...place],
        options,
      )
  if (found.length === 0) return []
  const queries = found.map(({ query }) => query)
  const columns = ['searches', 'unanswered', 'empty', 'results', 'ms', 'clicks']
  const { rows } = await postgres.query<QueryCount>(
    `SELECT query, ${columns.map((name) => `SUM(${name})::bigint AS ${name}`).join(', ')} FROM (
        SELECT query, ${columns.join(', ')} FROM docent.search_spans
          WHERE project_id = $1 AND source = $2 AND query = ANY ($6) AND span = ANY ($3)
        UNION ALL ${rowsOf(counted, detailsOf(counted))} WHERE query = ANY ($6)
      ) AS counted GROUP BY query`,
    [project, source, spans, ...edgesOf(edges), queries],
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

function edgesOf(edges: CountedPeriod['edges']): [number[], number[]] {
  return [edges.map(({ from }) => from), edges.map(({ to }) => to)]
}

function detailsOf({ source }: CountedSearches): string {
  return source === 'assistant'
    ? '1, unanswered::int, 0, 0, 0, 0'
    : '1, 0, (results = 0)::int, results, ms, (clicked IS NOT NULL)::int'
}

/** Single searches at the edges of the period, `$4` and `$5`. @param columns our own SQL */
function rowsOf({ source }: CountedSearches, columns: string): string {
  const isAnswer = source === 'assistant'
  const table = isAnswer ? 'docent.turn_searches' : 'docent.direct_searches'
  // OFFSET keeps the planner from joining all rows of the table.
  return `SELECT query, ${columns} FROM unnest($4::bigint[], $5::bigint[]) AS e(first, last) CROSS JOIN LATERAL (
      SELECT * FROM ${table} AS r WHERE r.project_id = $1 AND r.created_at >= e.first AND r.created_at < e.last
        AND ${isAnswer ? "$2 = 'assistant'" : `$2 IN ('${ALL_DIRECT}', r.source)`} OFFSET 0
    ) AS s`
}
