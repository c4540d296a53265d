import type { AnswerActivity, JobActivity, ProjectId, ReportPeriod } from '@docent/core'
import type { Database } from './database.ts'

const DAY_MS = 86_400_000

export function answerActivity(
  database: Database,
  project: ProjectId,
  period: ReportPeriod,
): AnswerActivity[] {
  return database.all<AnswerActivity>(
    `SELECT created_at / ${DAY_MS} * ${DAY_MS} AS day, outcome, body ->> '$.model' AS model, COUNT(*) AS answers,
        SUM(body ->> '$.inputTokens') AS inputTokens, SUM(body ->> '$.outputTokens') AS outputTokens
      FROM thread_turns
      WHERE project_id = :project AND created_at >= :from AND created_at < :to
      GROUP BY day, outcome, model ORDER BY day, outcome, model`,
    { project, ...periodOf(period) },
  )
}

/** Walks jobs_by_project, and for each job its few steps. */
export function jobActivity(database: Database, project: ProjectId, period: ReportPeriod): JobActivity[] {
  return database.all<JobActivity>(
    `SELECT created_at / ${DAY_MS} * ${DAY_MS} AS day, status, body ->> '$.model' AS model, COUNT(*) AS jobs,
        SUM(body ->> '$.pullRequest' IS NOT NULL) AS pullRequests,
        SUM(body ->> '$.mergedAt' IS NOT NULL) AS mergedPullRequests,
        SUM((SELECT COALESCE(SUM(s.body ->> '$.inputTokens'), 0) FROM job_steps s WHERE s.job = j.seq)) AS inputTokens,
        SUM((SELECT COALESCE(SUM(s.body ->> '$.outputTokens'), 0) FROM job_steps s WHERE s.job = j.seq)) AS outputTokens
      FROM jobs j
      WHERE project_id = :project AND created_at >= :from AND created_at < :to
      GROUP BY day, status, model ORDER BY day, status, model`,
    { project, ...periodOf(period) },
  )
}

function periodOf({ from, to }: ReportPeriod): { from: number; to: number } {
  return { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER }
}
