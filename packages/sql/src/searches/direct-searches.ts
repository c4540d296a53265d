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
  type SearchClick,
  type SearchCount,
  type SearchQuery,
  type SearchSource,
} from '@docent/core/plugin'
import { columns } from '../statements/fragments.ts'
import { sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'
import { countedSearches, frequentQueries } from './counted-searches.ts'

/** How long after a search a page that is opened is its click. */
const CLICK_MS = 600_000

export function* insertSearch(search: RecordedSearch): Steps<void> {
  const query = normalizedQuery(search.query)
  if (query === '') return
  // What can no longer be clicked needs no reader.
  yield* run(
    sql`UPDATE docent.direct_searches SET visitor = NULL, paths = NULL
      WHERE project_id = ${search.projectId} AND created_at < ${search.createdAt - CLICK_MS} AND visitor IS NOT NULL`,
  )
  const row = {
    project_id: search.projectId,
    created_at: search.createdAt,
    source: search.source,
    query,
    results: search.results,
    ms: Math.round(search.ms),
    fp: JSON.stringify(search.fp),
    visitor: search.visitor ?? null,
    paths: search.visitor === undefined ? null : JSON.stringify(search.paths ?? []),
  }
  yield* run(sql`INSERT INTO docent.direct_searches ${columns(row)}`)
}

/** Counts for the reader's newest search that found the page. */
export function* clickSearch({ projectId, visitor, path, clickedAt }: SearchClick): Steps<boolean> {
  const { rows } = yield* ask(
    sql<{ seq: number; paths: string }>`SELECT seq, paths FROM docent.direct_searches
      WHERE project_id = ${projectId} AND visitor = ${visitor}
        AND created_at BETWEEN ${clickedAt - CLICK_MS} AND ${clickedAt}
      ORDER BY created_at DESC, seq DESC`,
  )
  const found = rows.find(({ paths }) => (JSON.parse(paths) as string[]).includes(path))
  if (!found) return false
  const { count } = yield* ask(
    sql`UPDATE docent.direct_searches SET clicked = ${path} WHERE seq = ${found.seq} AND clicked IS NULL`,
  )
  return count > 0
}

/** Each source has its own list. The first entries of all lists are merged. */
export async function listSearches(
  database: SqlDatabase,
  project: ProjectId,
  query: SearchQuery,
  options?: CallOptions,
): Promise<ReportPage<SearchCount>> {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const sources = query.source === undefined ? SEARCH_SOURCES : [query.source]
  const listOf = async (source: SearchSource) => {
    const counted = await countedSearches(database, project, source, query, options)
    const place = after && positionIn(source, after)
    return { source, queries: await frequentQueries(database, counted, query.limit + 1, place, options) }
  }
  return mergeSearches(await Promise.all(sources.map(listOf)), query.limit)
}
