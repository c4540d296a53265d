import {
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
  type ProjectId,
  type ReportPeriod,
  type ReportQuery,
  type SearchClick,
  type SearchTerm,
  type SearchTermPage,
} from '@docent/core'
import type { Postgres, Transaction } from '@docent/postgres'
import { CLICK_MS } from './direct-searches.ts'

const DAY_MS = 86_400_000

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

export async function listSearchTerms(
  postgres: Postgres,
  project: ProjectId,
  query: ReportQuery,
  options?: CallOptions,
): Promise<SearchTermPage> {
  const after = query.cursor === undefined ? undefined : decodeListCursor(query.cursor)
  const days = [project, ...wholeDays(query)]
  const [{ rows: totals }, { rows }] = await Promise.all([
    postgres.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM docent.direct_searches
        WHERE project_id = $1 AND created_at >= $2 AND created_at < $3`,
      days,
      options,
    ),
    postgres.query<SearchTerm>(
      `SELECT query, COUNT(*) AS searches, COUNT(clicked) AS clicks, MAX(created_at) AS "lastSearchedAt",
          mode() WITHIN GROUP (ORDER BY clicked COLLATE "C") AS "topClickedPage"
        FROM docent.direct_searches WHERE project_id = $1 AND created_at >= $2 AND created_at < $3
        GROUP BY query
        HAVING COUNT(*) < $4 OR (COUNT(*) = $4 AND query > $5)
        ORDER BY searches DESC, query LIMIT $6`,
      [...days, after?.rank ?? Number.MAX_SAFE_INTEGER, after?.id ?? '', query.limit + 1],
      options,
    ),
  ])
  const entries = rows.slice(0, query.limit)
  const last = entries.at(-1)
  const isLast = rows.length <= entries.length
  return {
    entries,
    nextCursor: last && !isLast ? encodeListCursor({ rank: last.searches, id: last.query }) : null,
    total: totals[0]?.total ?? 0,
  }
}

/** Every day (UTC) that a period touches, from a midnight to a midnight. */
export function wholeDays({ from, to }: ReportPeriod): [from: number, to: number] {
  const end = to === undefined ? Number.MAX_SAFE_INTEGER : Math.ceil(to / DAY_MS) * DAY_MS
  return [Math.floor((from ?? 0) / DAY_MS) * DAY_MS, end]
}
