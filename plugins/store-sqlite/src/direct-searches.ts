import {
  type CallOptions,
  decodeListCursor,
  mergeSearches,
  normalizedQuery,
  type ProjectId,
  positionIn,
  type RecordedSearch,
  type ReportPage,
  SEARCH_SOURCES,
  type SearchCount,
  type SearchQuery,
} from '@docent/core/plugin'
import { countedSearches } from './counted-searches.ts'
import type { Database } from './database.ts'
import { deleteInChunks } from './delete-in-chunks.ts'
import { frequentQueries } from './search-counts.ts'

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

/** Each source has its own list. The first entries of all lists are merged. */
export function listSearches(
  database: Database,
  project: ProjectId,
  query: SearchQuery,
): ReportPage<SearchCount> {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const sources = query.source === undefined ? SEARCH_SOURCES : [query.source]
  const lists = sources.map((source) => ({
    source,
    queries: frequentQueries(
      database,
      countedSearches(database, project, source, query),
      query.limit + 1,
      after && positionIn(source, after),
    ),
  }))
  return mergeSearches(lists, query.limit)
}

/** Searches in one transaction. Each takes its counts with it. */
const chunk = 100
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
