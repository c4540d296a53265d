import {
  type CallOptions,
  type CountedPeriod,
  countedPeriod,
  type ListPosition,
  type ProjectId,
  type ReportPeriod,
} from '@docent/core/plugin'
import { firstAndLast } from '../statements/first-and-last.ts'
import { forEach, indexedBy, inPeriod, isIn, whole } from '../statements/fragments.ts'
import { raw, type Sql, sql, when } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'

const DAY_MS = 86_400_000

/** The name under which searches of all sources but the assistant are counted. */
export const ALL_DIRECT = ''

/** Searches of one source in a period, with what is added up. */
export interface CountedSearches extends CountedPeriod {
  readonly project: ProjectId
  readonly source: string
}

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

export async function countedSearches(
  database: SqlDatabase,
  project: ProjectId,
  source: string,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<CountedSearches> {
  const days = sql`FROM docent.search_spans
    WHERE project_id = ${project} AND source = ${source} AND query = '' AND span < 1000000`
  const found = await firstAndLast(database, 'span', days, options)
  const known = found && { first: found.first * DAY_MS, last: (found.last + 1) * DAY_MS - 1 }
  return { project, source, ...countedPeriod(period, known) }
}

/** The most frequent queries after a position, then by query: counts are ranked first, and the rest is read of those alone. */
export async function frequentQueries(
  database: SqlDatabase,
  counted: CountedSearches,
  limit: number,
  after: ListPosition | undefined,
  options?: CallOptions,
): Promise<QueryCount[]> {
  const ranked = await database.read(
    sql<{ query: string }>`SELECT query FROM (${rankedQueries(counted)}) AS ranked
      ${when(after, ({ rank, id }) => sql`WHERE searches < ${rank} OR (searches = ${rank} AND query > ${id})`)}
      ORDER BY searches DESC, query LIMIT ${limit}`,
    options,
  )
  if (ranked.length === 0) return []
  const queries = ranked.map(({ query }) => query)
  const { project, source, spans } = counted
  const names = ['searches', 'unanswered', 'empty', 'results', 'ms', 'clicks']
  const sums = forEach(names, (name) => sql`, ${whole(sql`SUM(${raw(name)})`)} AS ${raw(name)}`)
  const details = await database.read(
    sql<QueryCount>`SELECT query ${sums} FROM (
        SELECT query, ${raw(names.join(', '))} FROM docent.search_spans
          WHERE project_id = ${project} AND source = ${source} AND query ${isIn(queries)} AND span ${isIn(spans)}
        ${forEach(searchesAtEdges(counted), (edge) => sql`UNION ALL ${edge} AND query ${isIn(queries)}`)}
      ) AS counted GROUP BY query`,
    options,
  )
  const byQuery = new Map(details.map((detail) => [detail.query, detail]))
  return queries.flatMap((query) => byQuery.get(query) ?? [])
}

/** Searches of the period, of all queries. */
export async function totalSearches(
  database: SqlDatabase,
  { project, source, spans }: CountedSearches,
  options?: CallOptions,
): Promise<number> {
  const [row] = await database.read(
    sql<{ total: number }>`SELECT ${whole(sql`COALESCE(SUM(searches), 0)`)} AS total FROM docent.search_spans
      WHERE project_id = ${project} AND source = ${source} AND query = '' AND span ${isIn(spans)}`,
    options,
  )
  return row?.total ?? 0
}

/** All queries with their searches. Of one span alone, the index has them in the order of their counts. */
function rankedQueries(counted: CountedSearches): Sql {
  const { project, source, spans, edges } = counted
  const [span] = spans
  const rows = sql`SELECT query, searches FROM docent.search_spans ${indexedBy('search_spans_by_count')}
    WHERE project_id = ${project} AND source = ${source} AND query > ''`
  if (span !== undefined && spans.length === 1 && edges.length === 0) return sql`${rows} AND span = ${span}`
  return sql`SELECT query, SUM(searches) AS searches FROM (
      ${rows} AND span ${isIn(spans)}
      ${forEach(searchesAtEdges(counted), (edge) => sql`UNION ALL SELECT query, searches FROM (${edge}) AS edge`)}
    ) AS counted GROUP BY query`
}

/** Single searches at the edges of the period, as rows of `search_spans`. */
function searchesAtEdges({ project, source, edges }: CountedSearches): Sql[] {
  return edges.map((edge) =>
    source === 'assistant'
      ? sql`SELECT query, 1 AS searches, CASE WHEN unanswered THEN 1 ELSE 0 END AS unanswered, 0 AS empty, 0 AS results,
            0 AS ms, 0 AS clicks
          FROM docent.turn_searches WHERE ${inPeriod(project, edge)}`
      : sql`SELECT query, 1 AS searches, 0 AS unanswered, CASE results WHEN 0 THEN 1 ELSE 0 END AS empty, results,
            ms, CASE WHEN clicked IS NULL THEN 0 ELSE 1 END AS clicks
          FROM docent.direct_searches WHERE ${inPeriod(project, edge)}
            ${when(source === ALL_DIRECT ? undefined : source, (name) => sql`AND source = ${name}`)}`,
  )
}
