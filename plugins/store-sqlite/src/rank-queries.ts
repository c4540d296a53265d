import { type CountedSearches, rowsOf } from './counted-searches.ts'
import type { Database } from './database.ts'

/** Where a page of a ranking begins: counts above `count` are on the pages before, and so are its queries up to `id`. */
export interface Place {
  readonly count: number
  readonly id: string
  readonly limit: number
}

/** A query with its searches in all spans. */
interface RankedQuery {
  query: string
  searches: number
}

/** Stands for the edges of the period among the numbers of spans. */
const EDGES = -1

/** Searches of the query of `c` in the whole period. */
const SUM = `IFNULL((SELECT SUM(searches) FROM search_spans WHERE project_id = :project AND source = :source
    AND query = c.query AND span IN (SELECT value FROM json_each(:spans))), 0)
  + IFNULL((SELECT searches FROM e WHERE e.query = c.query), 0)`
/** Searches at the edges of the period, by query. */
const EDGE_COUNTS = (counted: CountedSearches) =>
  `e AS MATERIALIZED (SELECT query, COUNT(*) AS searches FROM (${rowsOf(counted, 'query')}) GROUP BY query)`

/**
 * The queries with the most searches in a period. Most queries are rare: to add up the counts of all would read every
 * one of them. So it takes the most frequent of one span, whose counts in the whole period give a bound that the page
 * reaches anyway. A query can only pass that bound when in one part of the period at least it has its share of it, and the index
 * by count finds those alone: the threshold algorithm (https://doi.org/10.1016/S0022-0000(03)00026-6).
 */
export function rankQueries(database: Database, counted: CountedSearches, place: Place): { query: string }[] {
  const parts = partsOf(database, counted)
  const [largest] = parts
  if (!largest) return []
  const values = { ...counted, ...place }
  const isOfEdges = largest.span === EDGES
  if (parts.length === 1 && !isOfEdges) return ofOneSpan(database, { ...values, span: largest.span })
  const bound = isOfEdges ? 0 : boundOf(database, { ...values, span: largest.span })
  if (bound < parts.length) return rankAll(database, values)
  const all = parts.reduce((sum, { searches }) => sum + searches, 0)
  // A query that misses the minimum in every part has fewer searches than the bound, because the shares add up to less.
  const least = parts.map(({ span, searches }) => ({
    span,
    least: Math.floor(((bound - 0.5) * searches) / all) + 1,
  }))
  return database.all<RankedQuery>(
    `WITH ${EDGE_COUNTS(counted)}, c AS (
        SELECT s.query FROM json_each(:least) l CROSS JOIN search_spans s INDEXED BY search_spans_by_count
          WHERE s.project_id = :project AND s.source = :source AND s.span = l.value ->> '$.span'
            AND s.searches >= l.value ->> '$.least' AND s.query > ''
        UNION SELECT e.query FROM e JOIN json_each(:least) l
          ON l.value ->> '$.span' = ${EDGES} AND e.searches >= l.value ->> '$.least'
      ), ranked AS MATERIALIZED (
        SELECT query, ${SUM} AS searches FROM c
      )
      SELECT query, searches FROM ranked
      WHERE searches < :count OR (searches = :count AND query > :id) ORDER BY searches DESC, query LIMIT :limit`,
    { ...values, least: JSON.stringify(least) },
  )
}

type Values = CountedSearches & Place

/** Parts of the period with searches, the largest span first: edges have no index by count. */
function partsOf(database: Database, counted: CountedSearches): { span: number; searches: number }[] {
  const { project, source, spans, edges } = counted
  const known = database.all<{ span: number; searches: number }>(
    `SELECT span, searches FROM search_spans WHERE project_id = :project AND source = :source AND query = ''
      AND span IN (SELECT value FROM json_each(:spans)) ORDER BY searches DESC`,
    { project, source, spans },
  )
  if (edges === '[]') return known
  const row = database.get<{ searches: number }>(
    `SELECT COUNT(*) AS searches FROM (${rowsOf(counted, 'query')})`,
    { project, source, edges },
  )
  return row && row.searches > 0 ? [...known, { span: EDGES, searches: row.searches }] : known
}

/** Walks the index by count. */
function ofOneSpan(
  database: Database,
  { spans: _spans, edges: _edges, ...values }: Values & { span: number },
): RankedQuery[] {
  return database.all(
    `SELECT query, searches FROM search_spans INDEXED BY search_spans_by_count
      WHERE project_id = :project AND source = :source AND span = :span AND searches <= :count AND query > ''
        AND (searches < :count OR query > :id)
      ORDER BY searches DESC, query LIMIT :limit`,
    { ...values },
  )
}

/** What the last query of the page has at least; 0 when the span has too few queries to know. */
function boundOf(database: Database, values: Values & { span: number }): number {
  const row = database.get<RankedQuery>(
    `WITH ${EDGE_COUNTS(values)}, c AS (
        SELECT query FROM search_spans INDEXED BY search_spans_by_count
          WHERE project_id = :project AND source = :source AND span = :span AND searches <= :count AND query > ''
          ORDER BY searches DESC LIMIT 4 * :limit
      ), ranked AS MATERIALIZED (SELECT query, ${SUM} AS searches FROM c)
      SELECT query, searches FROM ranked WHERE searches < :count OR (searches = :count AND query > :id)
      ORDER BY searches DESC, query LIMIT 1 OFFSET :limit - 1`,
    { ...values },
  )
  return row?.searches ?? 0
}

function rankAll(database: Database, values: Values): RankedQuery[] {
  return database.all(
    `SELECT query, SUM(searches) AS searches FROM (
        SELECT query, searches FROM search_spans INDEXED BY search_spans_by_count
          WHERE project_id = :project AND source = :source AND query > '' AND span IN (SELECT value FROM json_each(:spans))
        UNION ALL ${rowsOf(values, 'query, 1')}
      )
      GROUP BY query HAVING SUM(searches) < :count OR (SUM(searches) = :count AND query > :id)
      ORDER BY SUM(searches) DESC, query LIMIT :limit`,
    { ...values },
  )
}
