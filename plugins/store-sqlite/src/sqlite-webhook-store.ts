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
import type { Database } from './database.ts'

interface BodyRow {
  body: string
}

/** The work of webhooks in SQLite, shared by all processes of the file. */
export class SqliteWebhookStore implements WebhookStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  add(tasks: readonly WebhookTask[], options?: CallOptions): Promise<string[]> {
    return this.#database.transaction(() => {
      const fresh = tasks.filter((task) => this.#insert(task))
      return fresh.map((task) => task.id)
    }, options)
  }

  change(
    id: string,
    change: (task: WebhookTask) => WebhookTask,
    options?: CallOptions,
  ): Promise<WebhookTask | undefined> {
    return this.#database.transaction(() => {
      const before = this.#find(id)
      if (!before) return undefined
      const { kind, createdAt } = before
      const after = { ...change(before), id, kind, createdAt }
      this.#database.run(
        `UPDATE webhook_tasks SET status = ?, organization_id = ?, project_id = ?, job_id = ?, due_at = ?,
           updated_at = ?, body = ? WHERE id = ?`,
        after.status,
        after.organizationId ?? null,
        after.projectId ?? null,
        after.jobId ?? null,
        after.dueAt,
        after.updatedAt,
        JSON.stringify(after),
        id,
      )
      return after
    }, options)
  }

  async get(id: string, options?: CallOptions): Promise<WebhookTask | undefined> {
    options?.signal?.throwIfAborted()
    return this.#find(id)
  }

  async due(now: number, limit: number, options?: CallOptions): Promise<WebhookTask[]> {
    options?.signal?.throwIfAborted()
    return this.#every(
      `SELECT body FROM webhook_tasks WHERE status = 'pending' AND due_at <= ? ORDER BY due_at, seq LIMIT ?`,
      now,
      limit,
    )
  }

  async waiting(job: JobId, options?: CallOptions): Promise<WebhookTask[]> {
    options?.signal?.throwIfAborted()
    return this.#every(
      `SELECT body FROM webhook_tasks WHERE status = 'waiting' AND job_id = ? ORDER BY seq`,
      job,
    )
  }

  async list(query: WebhookTaskQuery, options?: CallOptions): Promise<WebhookTaskPage> {
    options?.signal?.throwIfAborted()
    const before =
      query.cursor === undefined
        ? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
        : decodeJobCursor(query.cursor)
    const rows = this.#every(
      `SELECT body FROM webhook_tasks
       WHERE organization_id = ?1 AND kind = ?2 AND (created_at, id) < (?3, ?4)
         AND (?5 IS NULL OR status = ?5)
         AND (?6 IS NULL OR project_id IN (SELECT value FROM json_each(?6)))
       ORDER BY created_at DESC, id DESC LIMIT ?7`,
      query.organizationId,
      query.kind,
      before.createdAt,
      before.id,
      query.status ?? null,
      query.projectIds === undefined ? null : JSON.stringify(query.projectIds),
      query.limit + 1,
    )
    const tasks = rows.slice(0, query.limit)
    const last = tasks.at(-1)
    return { tasks, nextCursor: last && rows.length > tasks.length ? encodeJobCursor(last) : null }
  }

  prune(before: number, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      this.#database.run(
        `DELETE FROM webhook_tasks WHERE status IN ('done', 'dead') AND updated_at < ?`,
        before,
      )
    }, options)
  }

  disableEndpoint(id: string, at: number | null, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      if (at === null) this.#database.run('DELETE FROM disabled_endpoints WHERE id = ?', id)
      else
        this.#database.run(
          'INSERT INTO disabled_endpoints (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING',
          id,
          at,
        )
    }, options)
  }

  async disabledEndpoints(options?: CallOptions): Promise<ReadonlyMap<string, number>> {
    options?.signal?.throwIfAborted()
    const rows = this.#database.all<{ id: string; at: number }>('SELECT id, at FROM disabled_endpoints')
    return new Map(rows.map(({ id, at }) => [id, at]))
  }

  #insert(task: WebhookTask): boolean {
    const added = this.#database.run(
      `INSERT INTO webhook_tasks
         (id, kind, status, organization_id, project_id, job_id, due_at, created_at, updated_at, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      task.id,
      task.kind,
      task.status,
      task.organizationId ?? null,
      task.projectId ?? null,
      task.jobId ?? null,
      task.dueAt,
      task.createdAt,
      task.updatedAt,
      JSON.stringify(task),
    )
    return added === 1
  }

  #find(id: string): WebhookTask | undefined {
    const row = this.#database.get<BodyRow>('SELECT body FROM webhook_tasks WHERE id = ?', id)
    return row && (JSON.parse(row.body) as WebhookTask)
  }

  #every(sql: string, ...values: (string | number | null)[]): WebhookTask[] {
    return this.#database.all<BodyRow>(sql, ...values).map((row) => JSON.parse(row.body) as WebhookTask)
  }
}
