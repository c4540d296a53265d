import {
  type CallOptions,
  decodeJobCursor,
  encodeJobCursor,
  type JobId,
  type WebhookStore,
  type WebhookTask,
  type WebhookTaskPage,
  type WebhookTaskQuery,
} from '@docent/core/plugin'
import type { Postgres, SqlValue } from '@docent/postgres'

interface BodyRow {
  body: string
}

const FIELDS = `id text, kind text, status text, organization_id text, project_id text, job_id text, due_at bigint,
  created_at bigint, updated_at bigint, body text`

/** The work of webhooks in PostgreSQL, shared by all processes. */
export class PostgresWebhookStore implements WebhookStore {
  readonly #postgres: Postgres

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  add(tasks: readonly WebhookTask[], options?: CallOptions): Promise<string[]> {
    return this.#postgres.transaction(async (transaction) => {
      const { rows } = await transaction.query<{ id: string }>(
        `INSERT INTO docent.webhook_tasks
           (id, kind, status, organization_id, project_id, job_id, due_at, created_at, updated_at, body)
         SELECT * FROM json_to_recordset($1::json) AS n(${FIELDS}) ON CONFLICT DO NOTHING RETURNING id`,
        [JSON.stringify(tasks.map(columnsOf))],
      )
      return rows.map(({ id }) => id)
    }, options)
  }

  change(
    id: string,
    change: (task: WebhookTask) => WebhookTask,
    options?: CallOptions,
  ): Promise<WebhookTask | undefined> {
    return this.#postgres.transaction(async (transaction) => {
      const { rows } = await transaction.query<BodyRow>(
        'SELECT body FROM docent.webhook_tasks WHERE id = $1 FOR UPDATE',
        [id],
      )
      const before = rows[0] && (JSON.parse(rows[0].body) as WebhookTask)
      if (!before) return undefined
      const { kind, createdAt } = before
      const after = { ...change(before), id, kind, createdAt }
      transaction.last(
        `UPDATE docent.webhook_tasks AS t SET status = n.status, organization_id = n.organization_id,
           project_id = n.project_id, job_id = n.job_id, due_at = n.due_at, updated_at = n.updated_at, body = n.body
         FROM json_to_record($1::json) AS n(${FIELDS}) WHERE t.id = n.id`,
        [JSON.stringify(columnsOf(after))],
      )
      return after
    }, options)
  }

  async get(id: string, options?: CallOptions): Promise<WebhookTask | undefined> {
    const [task] = await this.#every('SELECT body FROM docent.webhook_tasks WHERE id = $1', [id], options)
    return task
  }

  due(now: number, limit: number, options?: CallOptions): Promise<WebhookTask[]> {
    return this.#every(
      `SELECT body FROM docent.webhook_tasks WHERE status = 'pending' AND due_at <= $1 ORDER BY due_at, seq LIMIT $2`,
      [now, limit],
      options,
    )
  }

  waiting(job: JobId, options?: CallOptions): Promise<WebhookTask[]> {
    return this.#every(
      `SELECT body FROM docent.webhook_tasks WHERE status = 'waiting' AND job_id = $1 ORDER BY seq`,
      [job],
      options,
    )
  }

  async list(query: WebhookTaskQuery, options?: CallOptions): Promise<WebhookTaskPage> {
    const before =
      query.cursor === undefined
        ? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
        : decodeJobCursor(query.cursor)
    const rows = await this.#every(
      `SELECT body FROM docent.webhook_tasks
       WHERE organization_id = $1 AND kind = $2 AND (created_at, id) < ($3::bigint, $4::text)
         AND ($5::text IS NULL OR status = $5) AND ($6::text[] IS NULL OR project_id = ANY ($6))
       ORDER BY created_at DESC, id DESC LIMIT $7`,
      [
        query.organizationId,
        query.kind,
        before.createdAt,
        before.id,
        query.status ?? null,
        query.projectIds ?? null,
        query.limit + 1,
      ],
      options,
    )
    const tasks = rows.slice(0, query.limit)
    const last = tasks.at(-1)
    return { tasks, nextCursor: last && rows.length > tasks.length ? encodeJobCursor(last) : null }
  }

  async prune(before: number, options?: CallOptions): Promise<void> {
    await this.#postgres.query(
      `DELETE FROM docent.webhook_tasks WHERE status IN ('done', 'dead') AND updated_at < $1`,
      [before],
      options,
    )
  }

  async disableEndpoint(id: string, at: number | null, options?: CallOptions): Promise<void> {
    if (at === null)
      await this.#postgres.query('DELETE FROM docent.disabled_endpoints WHERE id = $1', [id], options)
    else
      await this.#postgres.query(
        'INSERT INTO docent.disabled_endpoints (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [id, at],
        options,
      )
  }

  async disabledEndpoints(options?: CallOptions): Promise<ReadonlyMap<string, number>> {
    const sql = 'SELECT id, at FROM docent.disabled_endpoints'
    const { rows } = await this.#postgres.query<{ id: string; at: number }>(sql, [], options)
    return new Map(rows.map(({ id, at }) => [id, at]))
  }

  async #every(
    sql: string,
    values: readonly SqlValue[],
    options: CallOptions | undefined,
  ): Promise<WebhookTask[]> {
    const { rows } = await this.#postgres.query<BodyRow>(sql, values, options)
    return rows.map((row) => JSON.parse(row.body) as WebhookTask)
  }
}

function columnsOf(task: WebhookTask) {
  return {
    id: task.id,
    kind: task.kind,
    status: task.status,
    organization_id: task.organizationId ?? null,
    project_id: task.projectId ?? null,
    job_id: task.jobId ?? null,
    due_at: task.dueAt,
    created_at: task.createdAt,
    updated_at: task.updatedAt,
    body: JSON.stringify(task),
  }
}
