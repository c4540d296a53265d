import {
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
  type ProjectId,
  type ReportQuery,
  type SearchClick,
  type SearchTermPage,
} from '@docent/core/plugin'
import type { Postgres, Transaction } from '@docent/postgres'
import { wholeDays } from '@docent/sql'
import { ALL_DIRECT, countedSearches } from './counted-searches.ts'
import { CLICK_MS } from './direct-searches.ts'
import { rankQueries } from './rank-queries.ts'
import { countsOf, totalSearches } from './search-counts.ts'

export async function clickSearch(transaction: Transaction, click: SearchClick): Promise<boolean> {
  const { projectId, visitor, path, clickedAt } = click
  const { count } = await transaction.query(
    `UPDATE docent.direct_searches SET clicked = $1 WHERE clicked IS NULL AND seq = (
      SELECT seq FROM docent.direct_searches
        WHERE project_id = $2 AND visitor = $3 AND created_at BETWEEN $4 AND $5 AND $1 = ANY (paths)
        ORDER BY created_at DESC, seq DESC LIMIT 1)`,
    [path, projectId, visitor, clickedAt - CLICK_MS, clickedAt],
  )
  return count > 0
}

/** Whole days, so that counts alone are read; and the newest search and the clicks of the queries on the page. */
export async function listSearchTerms(
  postgres: Postgres,
  project: ProjectId,
  query: ReportQuery,
  options?: CallOptions,
): Promise<SearchTermPage> {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const days = wholeDays(query)
  const counted = await countedSearches(postgres, project, ALL_DIRECT, days, options)
  const queries = await rankQueries(postgres, counted, query.limit + 1, after, options)
  const names = queries.slice(0, query.limit)
  const [shown, total, { rows }] = await Promise.all([
    countsOf(postgres, counted, names, options),
    totalSearches(postgres, counted, options),
    postgres.query<{ query: string; at: number; path: string | null }>(
      `SELECT q.query, (SELECT MAX(created_at) FROM docent.direct_searches AS s
          WHERE s.project_id = $1 AND s.query = q.query AND s.created_at < $2) AS at,
        (SELECT path FROM docent.click_spans AS k
          WHERE k.project_id = $1 AND k.query = q.query AND k.span = ANY ($3)
          GROUP BY path ORDER BY SUM(clicks) DESC, path LIMIT 1) AS path
      FROM unnest($4::text[]) AS q(query)`,
      [project, days.to ?? Number.MAX_SAFE_INTEGER, counted.spans, names],
      options,
    ),
  ])
  const details = new Map(rows.map((row) => [row.query, row]))
  const entries = shown.map((term) => ({
    query: term.query,
    searches: term.searches,
    clicks: term.clicks,
    lastSearchedAt: details.get(term.query)?.at ?? 0,
    topClickedPage: details.get(term.query)?.path ?? null,
  }))
  const last = entries.at(-1)
  const isLast = queries.length <= names.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.searches, id: last.query }) : null,
    total,
  }
}
