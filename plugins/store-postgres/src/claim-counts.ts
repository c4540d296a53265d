import {
  type CallOptions,
  type ClaimCount,
  type ProjectId,
  type ReportPeriod,
  type ThreadTurn,
  unsupportedClaims,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { periodOf } from './thread-reports.ts'

/** What the column `unsupported` of a turn holds. */
export function unsupportedColumn({ claims }: Pick<ThreadTurn, 'claims'>): number | null {
  return claims === undefined ? null : unsupportedClaims(claims).length
}

/** Walks thread_turns_checked and reads no turn. */
export async function claimCounts(
  postgres: Postgres,
  project: ProjectId,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<ClaimCount[]> {
  const { rows } = await postgres.query<ClaimCount>(
    `SELECT model, count(*)::bigint AS checked, count(*) FILTER (WHERE unsupported > 0)::bigint AS unsupported
      FROM docent.thread_turns
      WHERE project_id = $1 AND created_at >= $2 AND created_at < $3 AND unsupported IS NOT NULL
      GROUP BY model ORDER BY model COLLATE "C"`,
    [project, ...periodOf(period)],
    options,
  )
  return rows
}
