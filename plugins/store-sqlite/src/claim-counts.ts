import type { ClaimCount, ProjectId, ReportPeriod } from '@docent/core/plugin'
import type { Database } from './database.ts'

/** Walks turn_claims_by_time and reads no turn. */
export function claimCounts(
  database: Database,
  project: ProjectId,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: ReportPeriod,
): ClaimCount[] {
  return database.all<ClaimCount>(
    `SELECT model, COUNT(*) AS checked, SUM(unsupported > 0) AS unsupported FROM turn_claims
      WHERE project_id = :project AND created_at >= :from AND created_at < :to GROUP BY model ORDER BY model`,
    { project, from, to },
  )
}
