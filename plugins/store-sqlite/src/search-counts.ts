import { countedPeriod, type ListPosition, type ProjectId, type ReportPeriod } from '@docent/core'
import type { Database } from './database.ts'
import { type Place, rankSpans } from './rank-spans.ts'

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

/** Searches of one source in a period: it names what is added up. */
export interface CountedSearches {
  readonly project: ProjectId
  readonly source: string
  /** JSON texts of the parts of `countedPeriod`. */
  readonly spans: string
  readonly edges: string
}

const SUMS = `SUM(searches) AS searches, SUM(unanswered) AS unanswered, SUM(empty) AS empty, SUM(results) AS results,
  SUM(ms) AS ms, SUM(clicks) AS clicks`

export function countedSearches(
  database: Database,
  project: ProjectId,
  source: string,
  period: ReportPeriod,
): CountedSearches {
  const known = database.get<{ first: number | null; last: number | null }>(
    `SELECT MIN(span) AS first, MAX(span) AS last FROM search_spans
      WHERE project_id = ? AND source = ? AND query = '' AND span < 1000000`,
    project,
    source,
  )
  const first = known?.first ?? undefined
  const last = known?.last ?? undefined
  const { spans, edges } = countedPeriod(
    period,
    first === undefined || last === undefined
      ? undefined
      : { first: first * DAY_MS, last: (last + 1) * DAY_MS - 1 },
  )
  return { project, source, spans: JSON.stringify(spans), edges: JSON.stringify(edges) }
}

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
  const found =
    counted.edges === '[]' ? rankSpans(database, counted, place) : rankRows(database, counted, place)
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

function rankRows(database: Database, counted: CountedSearches, place: Place): { query: string }[] {
  return database.all(
    `SELECT query FROM (
        SELECT query, searches FROM search_spans INDEXED BY search_spans_by_count
          WHERE project_id = :project AND source = :source AND query > ''
            AND span IN (SELECT value FROM json_each(:spans))
        UNION ALL ${rowsOf(counted, 'query, 1')}
      )
      GROUP BY query HAVING SUM(searches) < :count OR (SUM(searches) = :count AND query > :id)
      ORDER BY SUM(searches) DESC, query LIMIT :limit`,
    { ...counted, ...place },
  )
}

/** Single searches at the edges of the period. @param columns our own SQL, of direct searches */
function rowsOf({ source }: CountedSearches, columns: string): string {
  const isAnswer = source === 'assistant'
  const picked = isAnswer
    ? columns.replace('results = 0, results, ms, clicked IS NOT NULL', '0, 0, 0, 0')
    : columns.replace('unanswered', '0')
  const table = isAnswer ? 'turn_searches' : 'direct_searches'
  const theirs = isAnswer ? ":source = 'assistant'" : `:source IN ('${ALL_DIRECT}', source)`
  return `SELECT ${picked} FROM json_each(:edges) e CROSS JOIN ${table}
    WHERE project_id = :project AND created_at >= e.value ->> '$.from' AND created_at < e.value ->> '$.to' AND ${theirs}`
}
