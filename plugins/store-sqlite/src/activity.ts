import {
  type AnswerActivity,
  type JobActivity,
  type ProjectId,
  type ReportPeriod,
  wholeDaysOf,
} from '@docent/core/plugin'
import type { Database } from './database.ts'

const DAY_MS = 86_400_000

/** Adds up counts of whole days, and reads the turns of a day in which the period begins or ends. */
export function answerActivity(
  database: Database,
  project: ProjectId,
  period: ReportPeriod,
): AnswerActivity[] {
  const { first, end, edges } = wholeDaysOf(period)
  return database.all<AnswerActivity>(
    `SELECT day, outcome, model, SUM(turns) AS answers, SUM(input_tokens) AS inputTokens, SUM(output_tokens) AS outputTokens
      FROM (
        SELECT day, outcome, model, turns, input_tokens, output_tokens FROM turn_days
          WHERE project_id = :project AND day >= :first AND day < :end
        UNION ALL
        SELECT created_at / ${DAY_MS} * ${DAY_MS}, outcome, body ->> '$.model', 1, body ->> '$.inputTokens',
            body ->> '$.outputTokens'
          FROM json_each(:edges) e CROSS JOIN thread_turns
          WHERE project_id = :project AND created_at >= e.value ->> '$.from' AND created_at < e.value ->> '$.to'
      )
      GROUP BY day, outcome, model ORDER BY day, outcome, model`,
    {
      project,
      first,
      end,
      edges: JSON.stringify(edges),
    },
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
