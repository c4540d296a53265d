import {
  decodeListCursor,
  encodeListCursor,
  type ProjectId,
  type ReportQuery,
  type SearchClick,
  type SearchTermPage,
} from '@docent/core/plugin'
import { wholeDays } from '@docent/sql'
import { ALL_DIRECT, type CountedSearches, countedSearches } from './counted-searches.ts'
import type { Database } from './database.ts'
import { CLICK_MS } from './direct-searches.ts'
import { frequentQueries, totalSearches } from './search-counts.ts'

/** Within a transaction. */
export function clickSearch(database: Database, click: SearchClick): boolean {
  const { projectId, visitor, path, clickedAt } = click
  const changed = database.run(
    `UPDATE direct_searches SET clicked = :path WHERE clicked IS NULL AND seq = (
      SELECT seq FROM direct_searches
        WHERE project_id = :project AND visitor = :visitor AND created_at BETWEEN :from AND :to
          AND EXISTS (SELECT 1 FROM json_each(paths) WHERE value = :path)
        ORDER BY created_at DESC, seq DESC LIMIT 1)`,
    { path, project: projectId, visitor, from: clickedAt - CLICK_MS, to: clickedAt },
  )
  return changed > 0
}

/** Whole days, so that counts alone are read; and the newest search and the clicks of the queries on the page. */
export function listSearchTerms(database: Database, project: ProjectId, query: ReportQuery): SearchTermPage {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const days = wholeDays(query)
  const counted = countedSearches(database, project, ALL_DIRECT, days)
  const found = frequentQueries(database, counted, query.limit + 1, after)
  const entries = found.slice(0, query.limit).map((term) => ({
    query: term.query,
    searches: term.searches,
    clicks: term.clicks,
    lastSearchedAt: lastSearch(database, project, term.query, days.to),
    topClickedPage: term.clicks === 0 ? null : mostClicked(database, counted, term.query),
  }))
  const last = entries.at(-1)
  const isLast = found.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.searches, id: last.query }) : null,
    total: totalSearches(database, counted),
  }
}

function lastSearch(database: Database, project: ProjectId, query: string, end?: number): number {
  const row = database.get<{ at: number | null }>(
    `SELECT MAX(created_at) AS at FROM direct_searches INDEXED BY direct_searches_by_query
      WHERE project_id = ? AND query = ? AND created_at < ?`,
    project,
    query,
    end ?? Number.MAX_SAFE_INTEGER,
  )
  return row?.at ?? 0
}

function mostClicked(database: Database, { project, spans }: CountedSearches, query: string): string | null {
  const row = database.get<{ path: string }>(
    `SELECT path FROM click_spans
      WHERE project_id = :project AND query = :query AND span IN (SELECT value FROM json_each(:spans))
      GROUP BY path ORDER BY SUM(clicks) DESC, path LIMIT 1`,
    { project, spans, query },
  )
  return row?.path ?? null
}
