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
import type { Database } from './database.ts'
import { deleteInChunks } from './delete-in-chunks.ts'

/** How long after a search a page that is opened is its click. */
export const CLICK_MS = 600_000

export function insertSearch(database: Database, search: RecordedSearch): void {
  const query = normalizedQuery(search.query)
  if (query === '') return
  // What can no longer be clicked needs no reader.
  database.run(
    `UPDATE direct_searches SET visitor = NULL, paths = NULL
      WHERE project_id = ? AND created_at < ? AND visitor IS NOT NULL`,
    search.projectId,
    search.createdAt - CLICK_MS,
  )
  database.run(
    `INSERT INTO direct_searches (project_id, created_at, source, query, results, ms, fp, visitor, paths)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    search.projectId,
    search.createdAt,
    search.source,
    query,
    search.results,
    Math.round(search.ms),
    JSON.stringify(search.fp),
    search.visitor ?? null,
    search.visitor === undefined ? null : JSON.stringify(search.paths ?? []),
  )
}

export function listSearches(
  database: Database,
  project: ProjectId,
  query: SearchQuery,
): ReportPage<SearchCount> {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const rows = database.all<SearchCount & { id: string }>(
    `SELECT source, query, source || ' ' || query AS id, COUNT(*) AS count, SUM(unanswered) AS unanswered,
        SUM(results = 0) AS withoutResults, AVG(results) AS meanResults, AVG(ms) AS meanMs
      FROM (
        SELECT 'assistant' AS source, query, unanswered, NULL AS results, NULL AS ms FROM turn_searches
          WHERE project_id = :project AND created_at >= :from AND created_at < :to
        UNION ALL
        SELECT source, query, 0 AS unanswered, results, ms FROM direct_searches
          WHERE project_id = :project AND created_at >= :from AND created_at < :to
      )
      WHERE :source IS NULL OR source = :source
      GROUP BY source, query
      HAVING COUNT(*) < :count OR (COUNT(*) = :count AND source || ' ' || query > :id)
      ORDER BY count DESC, id LIMIT :limit`,
    {
      project,
      from: query.from ?? 0,
      to: query.to ?? Number.MAX_SAFE_INTEGER,
      source: query.source ?? null,
      count: after?.rank ?? Number.MAX_SAFE_INTEGER,
      id: after?.id ?? '',
      limit: query.limit + 1,
    },
  )
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    entries: shown.map(({ id: _, ...entry }) => ({ ...entry })),
    nextCursor:
      last && rows.length > shown.length ? encodeListCursor({ rank: last.count, id: last.id }) : null,
  }
}

/** Searches in one transaction. */
const chunk = 1_000
const table = 'direct_searches'

export function forgetSearches(
  database: Database,
  project: ProjectId,
  fp: string,
  options?: CallOptions,
): Promise<number> {
  const values = [project, JSON.stringify(fp)]
  return deleteInChunks(database, { table, condition: 'project_id = ? AND fp = ?', values, chunk }, options)
}

export function pruneSearches(database: Database, before: number, options?: CallOptions): Promise<number> {
  return deleteInChunks(database, { table, condition: 'created_at < ?', values: [before], chunk }, options)
}
