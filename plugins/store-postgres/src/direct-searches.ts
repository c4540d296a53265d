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
  type SearchSource,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { countedSearches } from './counted-searches.ts'
import { frequentQueries } from './search-counts.ts'

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

/** Each source has its own list. The first entries of all lists are merged. */
export async function listSearches(
  postgres: Postgres,
  project: ProjectId,
  query: SearchQuery,
  options?: CallOptions,
): Promise<ReportPage<SearchCount>> {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const sources = query.source === undefined ? SEARCH_SOURCES : [query.source]
  const listOf = async (source: SearchSource) => {
    const counted = await countedSearches(postgres, project, source, query, options)
    const place = after && positionIn(source, after)
    return { source, queries: await frequentQueries(postgres, counted, query.limit + 1, place, options) }
  }
  return mergeSearches(await Promise.all(sources.map(listOf)), query.limit)
}
