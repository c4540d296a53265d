import { ALL_TIME, type CallOptions, type ListPosition } from '@docent/core/plugin'
import type { Postgres, SqlValue } from '@docent/postgres'
import { type CountedSearches, edgesOf, rowsOf } from './counted-searches.ts'

/** A part of the period, a span or all of its edges, with its searches. */
interface Part {
  readonly span: number
  readonly searches: number
}

/** Stands for the edges among the numbers of spans. */
const EDGES = -1
/** Searches at the edges of the period, by query. */
const EDGE_COUNTS = (counted: CountedSearches) => `e AS MATERIALIZED (
    SELECT query, count(*)::float8 AS searches FROM (${rowsOf(counted, '1')}) AS r GROUP BY query
  )`
/**
 * Searches of the queries of `c` in the whole period, as float8, exact to 2^53: sums of bigint are numeric and take twice
 * as long. OFFSET keeps the planner at one look into the primary key for each span, and at one sum for each query.
 */
const SUMS = `SELECT c.query, COALESCE((
    SELECT SUM(k.searches::float8) FROM unnest($3::bigint[]) AS w(span) CROSS JOIN LATERAL (
      SELECT searches FROM docent.search_spans AS s
        WHERE s.project_id = $1 AND s.source = $2 AND s.query = c.query AND s.span = w.span OFFSET 0
    ) AS k
  ), 0) + COALESCE(e.searches, 0) AS searches FROM c LEFT JOIN e USING (query) OFFSET 0`

/**
 * The most frequent queries of a period after a position, then by query. Most queries are rare: to add up the counts of
 * all would read every one of them. So it takes the most frequent of one span, whose counts in the whole period give a
 * bound that the page reaches anyway. A query can only pass that bound when in one part of the period at least it has its
 * share of it, and the index by count finds those alone: the threshold algorithm
 * (https://doi.org/10.1016/S0022-0000(03)00026-6).
 */
export async function rankQueries(
  postgres: Postgres,
  counted: CountedSearches,
  limit: number,
  after: ListPosition | undefined,
  options?: CallOptions,
): Promise<string[]> {
  const rank = (sql: string, values: readonly SqlValue[]) => namesOf(postgres, sql, values, options)
  const place = [limit, after?.rank ?? Number.MAX_SAFE_INTEGER, after?.id ?? '']
  if (counted.spans[0] === ALL_TIME)
    return rank(OF_ALL_TIME, [counted.project, counted.source, ALL_TIME, ...place])
  const parts = await partsOf(postgres, counted, options)
  const values = [counted.project, counted.source, counted.spans, ...edgesOf(counted.edges), ...place]
  const bound = await boundOf(postgres, counted, parts, place, options)
  if (bound <= parts.length) return rank(OF_ALL_ROWS(counted), values)
  const all = parts.reduce((sum, { searches }) => sum + searches, 0)
  // A query that misses the minimum in every part has fewer searches than the bound, because the shares add up to less.
  const least = parts.map(({ searches }) => Math.floor(((bound - 0.5) * searches) / all) + 1)
  return rank(OF_CANDIDATES(counted), [...values, parts.map(({ span }) => span), least])
}

async function namesOf(
  postgres: Postgres,
  sql: string,
  values: readonly SqlValue[],
  options: CallOptions | undefined,
): Promise<string[]> {
  const { rows } = await postgres.query<{ query: string }>(sql, values, options)
  return rows.map(({ query }) => query)
}

/** The largest span first; parts without searches are left out. */
async function partsOf(
  postgres: Postgres,
  counted: CountedSearches,
  options: CallOptions | undefined,
): Promise<Part[]> {
  const { rows } = await postgres.query<Part>(
    `SELECT span, searches FROM docent.search_spans
        WHERE project_id = $1 AND source = $2 AND query = '' AND span = ANY ($3)
      UNION ALL SELECT ${EDGES}, count(*) FROM (${rowsOf(counted, '1')}) AS e`,
    [counted.project, counted.source, counted.spans, ...edgesOf(counted.edges)],
    options,
  )
  const known = rows.filter(({ searches }) => searches > 0)
  return known.sort((one, other) => sizeOf(other) - sizeOf(one))
}

/** Edges have no index by count, so a span comes first. */
function sizeOf({ span, searches }: Part): number {
  return span === EDGES ? 0 : searches
}

/** What the last query of the page has at least; 0 when the largest span has too few queries to know. */
async function boundOf(
  postgres: Postgres,
  counted: CountedSearches,
  [largest]: readonly Part[],
  place: readonly SqlValue[],
  options: CallOptions | undefined,
): Promise<number> {
  if (!largest || largest.span === EDGES) return 0
  const { rows } = await postgres.query<{ searches: number }>(
    `WITH ${EDGE_COUNTS(counted)}, c AS MATERIALIZED (
        SELECT query FROM docent.search_spans
          WHERE project_id = $1 AND source = $2 AND span = $9 AND searches <= $7 AND query > ''
          ORDER BY searches DESC, query LIMIT 2 * $6::int
      )
      SELECT searches FROM (${SUMS}) AS ranked
        WHERE searches < $7 OR (searches = $7 AND query > $8)
        ORDER BY searches DESC LIMIT 1 OFFSET $6::int - 1`,
    [counted.project, counted.source, counted.spans, ...edgesOf(counted.edges), ...place, largest.span],
    options,
  )
  return rows[0]?.searches ?? 0
}

/** Walks the index by count. */
const OF_ALL_TIME = `SELECT query FROM docent.search_spans
  WHERE project_id = $1 AND source = $2 AND span = $3 AND query > ''
    AND searches <= $5 AND (searches < $5 OR query > $6)
  ORDER BY searches DESC, query LIMIT $4`

const AFTER = `WHERE searches < $7 OR (searches = $7 AND query > $8) ORDER BY searches DESC, query LIMIT $6`

const OF_ALL_ROWS = (counted: CountedSearches) => `SELECT query FROM (
    SELECT query, SUM(searches) AS searches FROM (
      SELECT query, searches::float8 AS searches FROM docent.search_spans
        WHERE project_id = $1 AND source = $2 AND query > '' AND span = ANY ($3)
      UNION ALL ${rowsOf(counted, '1::float8')}
    ) AS counted GROUP BY query
  ) AS ranked ${AFTER}`

const OF_CANDIDATES = (counted: CountedSearches) => `WITH ${EDGE_COUNTS(counted)}, l AS MATERIALIZED (
    SELECT * FROM unnest($9::bigint[], $10::bigint[]) AS l(span, least)
  ), c AS MATERIALIZED (
    SELECT k.query FROM l CROSS JOIN LATERAL (
        SELECT query FROM docent.search_spans AS s WHERE s.project_id = $1 AND s.source = $2 AND s.span = l.span
          AND s.searches >= l.least AND s.query > '' OFFSET 0
      ) AS k
    UNION SELECT e.query FROM e JOIN l ON l.span = ${EDGES} AND e.searches >= l.least
  )
  SELECT query FROM (${SUMS}) AS ranked ${AFTER}`
