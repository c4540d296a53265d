import type { ProjectId } from '@docent/core'
import type { Database } from './database.ts'

/** Where a page of a ranking begins: counts above `count` are on the pages before, and so are its queries up to `id`. */
export interface Place {
  readonly count: number
  readonly id: string
  readonly limit: number
}

/** Searches of one source in spans, which are a JSON text. */
interface Ranked {
  readonly project: ProjectId
  readonly source: string
  readonly spans: string
}

/** A query with its searches in all spans. */
interface RankedQuery {
  query: string
  searches: number
}

const SUM = `(SELECT SUM(searches) FROM search_spans WHERE project_id = :project AND source = :source
  AND query = c.query AND span IN (SELECT value FROM json_each(:spans)))`

/**
 * The queries with the most searches in a few spans. Most queries are rare: to add up the counts of all would read every
 * one of them. So it takes the most frequent of one span, whose counts in all spans give a bound that the page reaches
 * anyway. A query can only pass that bound when in one span at least it has its share of it, and the index by count
 * finds those alone: the threshold algorithm (https://doi.org/10.1016/S0022-0000(03)00026-6).
 */
export function rankSpans(database: Database, ranked: Ranked, place: Place): { query: string }[] {
  const spans = database.all<{ span: number; searches: number }>(
    `SELECT span, searches FROM search_spans WHERE project_id = :project AND source = :source AND query = ''
      AND span IN (SELECT value FROM json_each(:spans)) ORDER BY searches DESC`,
    { ...named(ranked) },
  )
  const [largest] = spans
  if (!largest) return []
  const values = { ...named(ranked), ...place }
  if (spans.length === 1) return ofOneSpan(database, { ...values, span: largest.span })
  const bound = boundOf(database, { ...values, span: largest.span })
  if (bound < spans.length) return rankAll(database, values)
  const all = spans.reduce((sum, { searches }) => sum + searches, 0)
  // Who misses the least in every span has fewer searches than the bound, because the shares add up to less.
  const least = spans.map(({ span, searches }) => ({
    span,
    least: Math.floor(((bound - 0.5) * searches) / all) + 1,
  }))
  return database.all<RankedQuery>(
    `WITH c AS (
        SELECT DISTINCT s.query FROM json_each(:least) l CROSS JOIN search_spans s INDEXED BY search_spans_by_count
          WHERE s.project_id = :project AND s.source = :source AND s.span = l.value ->> '$.span'
            AND s.searches >= l.value ->> '$.least' AND s.query > ''
      )
      SELECT query, ${SUM} AS searches FROM c
      WHERE searches < :count OR (searches = :count AND query > :id) ORDER BY searches DESC, query LIMIT :limit`,
    { ...values, least: JSON.stringify(least) },
  )
}

type Values = { project: ProjectId; source: string; spans: string } & Place

function named({ project, source, spans }: Ranked) {
  return { project, source, spans }
}

/** Walks the index by count. */
function ofOneSpan(database: Database, { spans: _, ...values }: Values & { span: number }): RankedQuery[] {
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
    `WITH c AS (
        SELECT query FROM search_spans INDEXED BY search_spans_by_count
          WHERE project_id = :project AND source = :source AND span = :span AND searches <= :count AND query > ''
          ORDER BY searches DESC LIMIT 4 * :limit
      )
      SELECT query, ${SUM} AS searches FROM c WHERE searches < :count OR (searches = :count AND query > :id)
      ORDER BY searches DESC, query LIMIT 1 OFFSET :limit - 1`,
    { ...values },
  )
  return row?.searches ?? 0
}

function rankAll(database: Database, values: Values): RankedQuery[] {
  return database.all(
    `SELECT query, SUM(searches) AS searches FROM search_spans INDEXED BY search_spans_by_count
      WHERE project_id = :project AND source = :source AND query > '' AND span IN (SELECT value FROM json_each(:spans))
      GROUP BY query HAVING SUM(searches) < :count OR (SUM(searches) = :count AND query > :id)
      ORDER BY SUM(searches) DESC, query LIMIT :limit`,
    { ...values },
  )
}
