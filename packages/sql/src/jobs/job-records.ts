import {
  type CallOptions,
  type FileChange,
  type IdempotencyRecord,
  type Job,
  type JobActivity,
  type JobId,
  type JobMessage,
  type JobPage,
  type JobQuery,
  type Json,
  type OrganizationId,
  type OutboxMessage,
  type ProjectId,
  parseStored,
  type RecordedStep,
  type ReportPeriod,
  type StepDraft,
} from '@docent/core/plugin'
import { inPeriod, isIn, whole } from '../statements/fragments.ts'
import { pageOf, startOf } from '../statements/list-page.ts'
import { readBodies } from '../statements/read-bodies.ts'
import { type Sql, sql, when } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'
import { pruneJobs } from './prune-jobs.ts'

interface BodyRow {
  body: string
}

/** Defaults for steps that were recorded before Docent stored these values. */
const STEP_OF_OLD = { workMs: 0 }

/** Reads and prunes jobs: all of a JobStore except writes, claims, and events. */
export class JobRecords {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  async get(id: JobId, options?: CallOptions): Promise<Job | undefined> {
    const [job] = await readBodies<Job>(
      this.#database,
      sql`SELECT body FROM docent.jobs WHERE id = ${id}`,
      options,
    )
    return job
  }

  /** One page of a project's jobs, newest first. Pages stay aligned while new jobs come in: a cursor names a job. */
  async list(query: JobQuery, options?: CallOptions): Promise<JobPage> {
    const start = startOf(query.cursor)
    const found = await readBodies<Job>(
      this.#database,
      sql`SELECT body FROM docent.jobs
        WHERE project_id = ${query.projectId} AND (created_at, id) < (${start.rank}, ${start.id})
          ${when(query.status, (status) => sql`AND status = ${status}`)}
          ${when(query.archived, (archived) => sql`AND archived = ${archived}`)}
        ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1} OFFSET ${query.skip ?? 0}`,
      options,
    )
    const page = pageOf(found, query.limit, ({ createdAt, id }) => ({ rank: createdAt, id }))
    return { jobs: page.entries, nextCursor: page.nextCursor }
  }

  activity(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<JobActivity[]> {
    const tokens = (column: Sql) =>
      whole(sql`SUM((SELECT COALESCE(SUM(${column}), 0) FROM docent.job_steps s WHERE s.job = j.seq))`)
    return this.#database.read(
      sql<JobActivity>`SELECT created_at / 86400000 * 86400000 AS day, status, model, COUNT(*) AS jobs,
          COUNT(pull_number) AS "pullRequests", COUNT(merged_at) AS "mergedPullRequests",
          ${tokens(sql`input_tokens`)} AS "inputTokens", ${tokens(sql`output_tokens`)} AS "outputTokens"
        FROM docent.jobs AS j WHERE ${inPeriod(project, period)}
        GROUP BY day, status, model ORDER BY day, status, model`,
      options,
    )
  }

  /** The newest first. */
  listByPullRequest(repository: string, number: number, options?: CallOptions): Promise<Job[]> {
    return readBodies(
      this.#database,
      sql`SELECT body FROM docent.jobs WHERE repository = ${repository} AND pull_number = ${number}
        ORDER BY created_at DESC, seq DESC LIMIT 100`,
      options,
    )
  }

  /** Settled, with a pull request that neither was merged nor closed. */
  openPullRequests(since: number, limit: number, options?: CallOptions): Promise<Job[]> {
    return readBodies(
      this.#database,
      sql`SELECT body FROM docent.jobs
        WHERE pull_number IS NOT NULL AND NOT pull_ended AND status <> 'active' AND updated_at >= ${since}
        ORDER BY updated_at DESC, seq DESC LIMIT ${limit}`,
      options,
    )
  }

  /** Settled and not archived, the longest untouched first. */
  idleSince(before: number, limit: number, options?: CallOptions): Promise<Job[]> {
    return readBodies(
      this.#database,
      sql`SELECT body FROM docent.jobs WHERE status <> 'active' AND NOT archived AND updated_at < ${before}
        ORDER BY updated_at, seq LIMIT ${limit}`,
      options,
    )
  }

  async messages(id: JobId, options?: CallOptions): Promise<JobMessage[]> {
    const rows = await this.#database.read(
      sql<BodyRow & { state: JobMessage['state'] }>`SELECT m.body, m.state FROM docent.job_messages m
        JOIN docent.jobs j ON j.seq = m.job WHERE j.id = ${id} ORDER BY m.position`,
      options,
    )
    return rows.map(({ body, state }) => ({ ...(JSON.parse(body) as Omit<JobMessage, 'state'>), state }))
  }

  async steps(id: JobId, options?: CallOptions): Promise<RecordedStep[]> {
    const [steps, changes] = await Promise.all([
      this.#database.read(
        sql<BodyRow & { step: number; at: number }>`SELECT s.step, s.at, s.body FROM docent.job_steps s
          JOIN docent.jobs j ON j.seq = s.job WHERE j.id = ${id} ORDER BY s.step`,
        options,
      ),
      this.#changes(id, options),
    ])
    return steps.map(({ step, at, body }) => ({
      ...STEP_OF_OLD,
      ...(parseStored(body) as Omit<StepDraft, 'changes'>),
      changes: changes.get(step) ?? [],
      index: step,
      at,
    }))
  }

  /** The reply under a key that has not expired by the store's clock. */
  async replay(
    organization: OrganizationId,
    key: string,
    options?: CallOptions,
  ): Promise<IdempotencyRecord | undefined> {
    const [row] = await this.#database.read(
      sql<Omit<IdempotencyRecord, 'body'> & BodyRow>`SELECT fingerprint, job_id AS "jobId", status, body
        FROM docent.idempotency
        WHERE organization_id = ${organization} AND key = ${key} AND expires_at > ${this.#database.now()}`,
      options,
    )
    return row && { ...row, body: JSON.parse(row.body) as Json }
  }

  outbox(limit: number, options?: CallOptions): Promise<OutboxMessage[]> {
    return readBodies(
      this.#database,
      sql`SELECT body FROM docent.outbox ORDER BY seq LIMIT ${limit}`,
      options,
    )
  }

  async dispatched(ids: readonly string[], options?: CallOptions): Promise<void> {
    await this.#database.write(sql`DELETE FROM docent.outbox WHERE id ${isIn(ids)}`, options)
  }

  prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    return pruneJobs(this.#database, before, options)
  }

  async #changes(id: JobId, options: CallOptions | undefined): Promise<Map<number, FileChange[]>> {
    const rows = await this.#database.read(
      sql<{
        step: number
        path: string
        content: Uint8Array<ArrayBuffer> | null
        executable: unknown
      }>`SELECT c.step, c.path, b.content, c.executable FROM docent.job_changes c
        JOIN docent.jobs j ON j.seq = c.job LEFT JOIN docent.blobs b ON b.hash = c.blob
        WHERE j.id = ${id} ORDER BY c.step, c.position`,
      options,
    )
    const byStep = new Map<number, FileChange[]>()
    for (const { step, path, content, executable } of rows) {
      const list = byStep.get(step) ?? []
      list.push({
        path: JSON.parse(path) as string,
        content: content && new Uint8Array(content.buffer, content.byteOffset, content.byteLength),
        ...(executable === null ? {} : { executable: Boolean(executable) }),
      })
      byStep.set(step, list)
    }
    return byStep
  }
}
