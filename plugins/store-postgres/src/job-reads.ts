import {
  decodeJobCursor,
  encodeJobCursor,
  type FileChange,
  type IdempotencyRecord,
  type Job,
  type JobActivity,
  type JobMessage,
  type JobPage,
  type JobQuery,
  type Json,
  type ProjectId,
  parseStored,
  type RecordedStep,
  type ReportPeriod,
  type StepDraft,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'

interface BodyRow {
  body: string
}

const DAY_MS = 86_400_000

export async function oneJob(
  postgres: Postgres,
  sql: string,
  values: readonly (string | number)[],
): Promise<Job | undefined> {
  const [job] = await manyJobs(postgres, sql, values)
  return job
}

async function manyJobs(
  postgres: Postgres,
  sql: string,
  values: readonly (string | number)[],
): Promise<Job[]> {
  const { rows } = await postgres.query<BodyRow>(sql, values)
  return rows.map((row) => JSON.parse(row.body) as Job)
}

/** One page of a project's jobs, newest first. Pages stay aligned while new jobs come in: a cursor names a job. */
export async function listJobs(postgres: Postgres, query: JobQuery): Promise<JobPage> {
  const before =
    query.cursor === undefined
      ? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
      : decodeJobCursor(query.cursor)
  const { rows } = await postgres.query<BodyRow>(
    `SELECT body FROM docent.jobs
     WHERE project_id = $1 AND (created_at, id) < ($2::bigint, $3::text)
       AND ($4::text IS NULL OR status = $4) AND ($5::boolean IS NULL OR archived = $5)
     ORDER BY created_at DESC, id DESC LIMIT $6 OFFSET $7`,
    [
      query.projectId,
      before.createdAt,
      before.id,
      query.status ?? null,
      query.archived ?? null,
      query.limit + 1,
      query.skip ?? 0,
    ],
  )
  const jobs = rows.slice(0, query.limit).map((row) => JSON.parse(row.body) as Job)
  const last = jobs.at(-1)
  return { jobs, nextCursor: last && rows.length > jobs.length ? encodeJobCursor(last) : null }
}

export async function jobMessages(postgres: Postgres, id: string): Promise<JobMessage[]> {
  const { rows } = await postgres.query<BodyRow & { state: JobMessage['state'] }>(
    `SELECT m.body, m.state FROM docent.job_messages m JOIN docent.jobs j ON j.seq = m.job
     WHERE j.id = $1 ORDER BY m.position`,
    [id],
  )
  return rows.map(({ body, state }) => ({ ...(JSON.parse(body) as Omit<JobMessage, 'state'>), state }))
}

export async function jobSteps(postgres: Postgres, id: string): Promise<RecordedStep[]> {
  const [steps, changed] = await Promise.all([
    postgres.query<BodyRow & { step: number; at: number }>(
      `SELECT s.step, s.at, s.body FROM docent.job_steps s JOIN docent.jobs j ON j.seq = s.job
       WHERE j.id = $1 ORDER BY s.step`,
      [id],
    ),
    postgres.query<{ step: number; path: string; content: Buffer | null; executable: boolean | null }>(
      `SELECT c.step, c.path, b.content, c.executable FROM docent.job_changes c JOIN docent.jobs j ON j.seq = c.job
         LEFT JOIN docent.blobs b ON b.hash = c.blob
       WHERE j.id = $1 ORDER BY c.step, c.position`,
      [id],
    ),
  ])
  const byStep = new Map<number, FileChange[]>()
  for (const { step, path, content, executable } of changed.rows) {
    const list = byStep.get(step) ?? []
    const bytes = content && new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    list.push({
      path: JSON.parse(path) as string,
      content: bytes,
      ...(executable === null ? {} : { executable }),
    })
    byStep.set(step, list)
  }
  return steps.rows.map(({ step, at, body }) => ({
    ...(parseStored(body) as Omit<StepDraft, 'changes'>),
    changes: byStep.get(step) ?? [],
    index: step,
    at,
  }))
}

export async function jobActivity(
  postgres: Postgres,
  project: ProjectId,
  period: ReportPeriod,
): Promise<JobActivity[]> {
  const { rows } = await postgres.query<JobActivity>(
    `SELECT created_at / ${DAY_MS} * ${DAY_MS} AS day, status, model, COUNT(*) AS jobs,
       COUNT(pull_number) AS "pullRequests", COUNT(merged_at) AS "mergedPullRequests",
       SUM((SELECT COALESCE(SUM(input_tokens), 0)::bigint FROM docent.job_steps s WHERE s.job = j.seq))::bigint AS "inputTokens",
       SUM((SELECT COALESCE(SUM(output_tokens), 0)::bigint FROM docent.job_steps s WHERE s.job = j.seq))::bigint AS "outputTokens"
     FROM docent.jobs j
     WHERE project_id = $1 AND created_at >= $2 AND created_at < $3
     GROUP BY day, status, model ORDER BY day, status COLLATE "C", model COLLATE "C"`,
    [project, period.from ?? 0, period.to ?? Number.MAX_SAFE_INTEGER],
  )
  return rows
}

/** The reply under a key that has not expired by the store's clock; `now` stands in for it. */
export async function storedReply(
  postgres: Postgres,
  organization: string,
  key: string,
  now: number | null,
): Promise<IdempotencyRecord | undefined> {
  const { rows } = await postgres.query<Omit<IdempotencyRecord, 'body'> & BodyRow>(
    `SELECT fingerprint, job_id AS "jobId", status, body FROM docent.idempotency
     WHERE organization_id = $1 AND key = $2 AND expires_at > coalesce($3::bigint, docent.now_ms())`,
    [organization, key, now],
  )
  return rows[0] && { ...rows[0], body: JSON.parse(rows[0].body) as Json }
}

/** Settled and not archived, the longest untouched first. */
export function idleJobs(postgres: Postgres, before: number, limit: number): Promise<Job[]> {
  return manyJobs(
    postgres,
    `SELECT body FROM docent.jobs WHERE status <> 'active' AND NOT archived AND updated_at < $1
     ORDER BY updated_at, seq LIMIT $2`,
    [before, limit],
  )
}

/** The newest first. */
export function jobsOfPullRequest(postgres: Postgres, repository: string, number: number): Promise<Job[]> {
  return manyJobs(
    postgres,
    `SELECT body FROM docent.jobs WHERE repository = $1 AND pull_number = $2
     ORDER BY created_at DESC, seq DESC LIMIT 100`,
    [repository, number],
  )
}

/** Settled, with a pull request that neither was merged nor closed. */
export function openPullRequests(postgres: Postgres, since: number, limit: number): Promise<Job[]> {
  return manyJobs(
    postgres,
    `SELECT body FROM docent.jobs WHERE pull_number IS NOT NULL AND NOT pull_ended AND status <> 'active' AND updated_at >= $1
     ORDER BY updated_at DESC, seq DESC LIMIT $2`,
    [since, limit],
  )
}
