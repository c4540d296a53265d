import {
  decodeListCursor,
  encodeListCursor,
  type ProjectId,
  type ReportQuery,
  type SearchClick,
  type SearchTerm,
  type SearchTermPage,
} from '@docent/core'
import type { Database } from './database.ts'
import { CLICK_MS } from './direct-searches.ts'
import { countedDays } from './page-counts.ts'

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

/** Reads the counts of days, and what was clicked for the queries on the page alone. */
export function listSearchTerms(database: Database, project: ProjectId, query: ReportQuery): SearchTermPage {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const period = { project, ...countedDays(query) }
  const total = database.get<{ total: number }>(
    `SELECT COALESCE(SUM(searches), 0) AS total FROM search_days
      WHERE project_id = :project AND query = '' AND day >= :from AND day < :to`,
    period,
  )
  const rows = database.all<Omit<SearchTerm, 'topClickedPage'>>(
    `SELECT query, SUM(searches) AS searches, SUM(clicks) AS clicks, MAX(last_at) AS lastSearchedAt
      FROM search_days INDEXED BY search_days_by_day WHERE project_id = :project AND query <> '' AND day >= :from AND day < :to
      GROUP BY query
      HAVING SUM(searches) < :count OR (SUM(searches) = :count AND query > :id)
      ORDER BY searches DESC, query LIMIT :limit`,
    { ...period, count: after?.rank ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? '', limit: query.limit + 1 },
  )
  const entries = rows.slice(0, query.limit).map((row) => ({
    ...row,
    topClickedPage: row.clicks === 0 ? null : mostClicked(database, row.query, period),
  }))
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.searches, id: last.query }) : null,
    total: total?.total ?? 0,
  }
}

function mostClicked(
  database: Database,
  query: string,
  period: { project: ProjectId; from: number; to: number },
): string | null {
  const row = database.get<{ path: string }>(
    `SELECT path FROM search_clicks WHERE project_id = :project AND query = :query AND day >= :from AND day < :to
      GROUP BY path ORDER BY SUM(clicks) DESC, path LIMIT 1`,
    { ...period, query },
  )
  return row?.path ?? null
}
