import type { JobActivity, ProjectId, ReportPeriod } from '@docent/core/plugin'
import type { Database } from './database.ts'

const DAY_MS = 86_400_000

/** Walks jobs_by_project, and for each job its few steps. */
export function jobActivity(database: Database, project: ProjectId, period: ReportPeriod): JobActivity[] {
  return database.all<JobActivity>(
    `SELECT created_at / ${DAY_MS} * ${DAY_MS} AS day, status, model, COUNT(*) AS jobs,
        COUNT(pull_number) AS pullRequests,
        COUNT(merged_at) AS mergedPullRequests,
        SUM((SELECT COALESCE(SUM(input_tokens), 0) FROM job_steps s WHERE s.job = j.seq)) AS inputTokens,
        SUM((SELECT COALESCE(SUM(output_tokens), 0) FROM job_steps s WHERE s.job = j.seq)) AS outputTokens
      FROM jobs j
      WHERE project_id = :project AND created_at >= :from AND created_at < :to
      GROUP BY day, status, model ORDER BY day, status, model`,
    { project, ...periodOf(period) },
  )
}

function periodOf({ from, to }: ReportPeriod): { from: number; to: number } {
  return { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER }
}
