import {
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
  normalizedQuery,
  type ProjectId,
  type RecordedSearch,
  type ReportPage,
  type SearchCount,
  type SearchQuery,
} from '@docent/core'
import type { Postgres } from '@docent/postgres'

/** How long after a search a page that is opened is its click. */
export const CLICK_MS = 600_000

export async function insertSearch(
  postgres: Postgres,
  search: RecordedSearch,
  options?: CallOptions,
): Promise<void> {
  const query = normalizedQuery(search.query)
  if (query === '') return
  await postgres.transaction(async (transaction) => {
    // What can no longer be clicked needs no reader.
    transaction.last(
      `UPDATE docent.direct_searches SET visitor = NULL, paths = NULL
        WHERE project_id = $1 AND created_at < $2 AND visitor IS NOT NULL`,
      [search.projectId, search.createdAt - CLICK_MS],
    )
    transaction.last(
      `INSERT INTO docent.direct_searches (project_id, created_at, source, query, results, ms, fp, visitor, paths)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        search.projectId,
        search.createdAt,
        search.source,
        query,
        search.results,
        Math.round(search.ms),
        JSON.stringify(search.fp),
        search.visitor ?? null,
        search.visitor === undefined ? null : [...(search.paths ?? [])],
      ],
    )
  }, options)
}

export async function listSearches(
  postgres: Postgres,
  project: ProjectId,
  query: SearchQuery,
  options?: CallOptions,
): Promise<ReportPage<SearchCount>> {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const { rows } = await postgres.query<SearchCount & { id: string }>(
    `SELECT source, query, source || ' ' || query AS id, COUNT(*) AS count,
        SUM(unanswered::int) AS unanswered, SUM((results = 0)::int) AS "withoutResults",
        AVG(results)::float8 AS "meanResults", AVG(ms)::float8 AS "meanMs"
      FROM (
        SELECT 'assistant' COLLATE "C" AS source, query, unanswered, NULL::bigint AS results, NULL::bigint AS ms
          FROM docent.turn_searches WHERE project_id = $1 AND created_at >= $2 AND created_at < $3
        UNION ALL
        SELECT source, query, false AS unanswered, results, ms
          FROM docent.direct_searches WHERE project_id = $1 AND created_at >= $2 AND created_at < $3
      ) AS searches
      WHERE $4::text IS NULL OR source = $4
      GROUP BY source, query
      HAVING COUNT(*) < $5 OR (COUNT(*) = $5 AND (source || ' ' || query) COLLATE "C" > $6)
      ORDER BY count DESC, (source || ' ' || query) COLLATE "C" LIMIT $7`,
    [
      project,
      query.from ?? 0,
      query.to ?? Number.MAX_SAFE_INTEGER,
      query.source ?? null,
      after?.rank ?? Number.MAX_SAFE_INTEGER,
      after?.id ?? '',
      query.limit + 1,
    ],
    options,
  )
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    entries: shown.map(({ id: _, ...entry }) => entry),
    nextCursor:
      last && rows.length > shown.length ? encodeListCursor({ rank: last.count, id: last.id }) : null,
  }
}
