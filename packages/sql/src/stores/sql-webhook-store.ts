import type {
  CallOptions,
  JobId,
  WebhookStore,
  WebhookTask,
  WebhookTaskPage,
  WebhookTaskQuery,
} from '@docent/core/plugin'
import { FOR_UPDATE, given, isIn } from '../statements/fragments.ts'
import { pageOf, startOf } from '../statements/list-page.ts'
import { readBodies } from '../statements/read-bodies.ts'
import { sql, when } from '../statements/sql.ts'
import { ask, run, type SqlDatabase } from '../statements/sql-database.ts'

const COLUMNS = {
  id: 'text',
  kind: 'text',
  status: 'text',
  organization_id: 'text',
  project_id: 'text',
  job_id: 'text',
  due_at: 'bigint',
  created_at: 'bigint',
  updated_at: 'bigint',
  body: 'text',
} as const

/** The work of webhooks, shared by all processes. */
export class SqlWebhookStore implements WebhookStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  add(tasks: readonly WebhookTask[], options?: CallOptions): Promise<string[]> {
    return this.#database.transaction(function* () {
      const { rows } = yield* ask(
        sql<{ id: string }>`INSERT INTO docent.webhook_tasks
            (id, kind, status, organization_id, project_id, job_id, due_at, created_at, updated_at, body)
          SELECT * FROM ${given(COLUMNS, tasks.map(columnsOf))} WHERE true ON CONFLICT DO NOTHING RETURNING id`,
      )
      return rows.map(({ id }) => id)
    }, options)
  }

  change(
    id: string,
    change: (task: WebhookTask) => WebhookTask,
    options?: CallOptions,
  ): Promise<WebhookTask | undefined> {
    return this.#database.transaction(function* () {
      const { rows } = yield* ask(
        sql<{ body: string }>`SELECT body FROM docent.webhook_tasks WHERE id = ${id} ${FOR_UPDATE}`,
      )
      const before = rows[0] && (JSON.parse(rows[0].body) as WebhookTask)
      if (!before) return undefined
      const { kind, createdAt } = before
      const after = { ...change(before), id, kind, createdAt }
      const columns = columnsOf(after)
      yield* run(
        sql`UPDATE docent.webhook_tasks SET status = ${columns.status}, organization_id = ${columns.organization_id},
          project_id = ${columns.project_id}, job_id = ${columns.job_id}, due_at = ${columns.due_at},
          updated_at = ${columns.updated_at}, body = ${columns.body} WHERE id = ${id}`,
      )
      return after
    }, options)
  }

  async get(id: string, options?: CallOptions): Promise<WebhookTask | undefined> {
    const [task] = await readBodies<WebhookTask>(
      this.#database,
      sql`SELECT body FROM docent.webhook_tasks WHERE id = ${id}`,
      options,
    )
    return task
  }

  due(now: number, limit: number, options?: CallOptions): Promise<WebhookTask[]> {
    return readBodies(
      this.#database,
      sql`SELECT body FROM docent.webhook_tasks WHERE status = 'pending' AND due_at <= ${now}
        ORDER BY due_at, seq LIMIT ${limit}`,
      options,
    )
  }

  waiting(job: JobId, options?: CallOptions): Promise<WebhookTask[]> {
    return readBodies(
      this.#database,
      sql`SELECT body FROM docent.webhook_tasks WHERE status = 'waiting' AND job_id = ${job} ORDER BY seq`,
      options,
    )
  }

  async list(query: WebhookTaskQuery, options?: CallOptions): Promise<WebhookTaskPage> {
    const start = startOf(query.cursor)
    const found = await readBodies<WebhookTask>(
      this.#database,
      sql`SELECT body FROM docent.webhook_tasks
        WHERE organization_id = ${query.organizationId} AND kind = ${query.kind}
          AND (created_at, id) < (${start.rank}, ${start.id})
          ${when(query.status, (status) => sql`AND status = ${status}`)}
          ${when(query.projectIds, (ids) => sql`AND project_id ${isIn(ids)}`)}
        ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1}`,
      options,
    )
    const { entries, nextCursor } = pageOf(found, query.limit, ({ createdAt, id }) => ({
      rank: createdAt,
      id,
    }))
    return { tasks: entries, nextCursor }
  }

  async prune(before: number, options?: CallOptions): Promise<void> {
    await this.#database.write(
      sql`DELETE FROM docent.webhook_tasks WHERE status IN ('done', 'dead') AND updated_at < ${before}`,
      options,
    )
  }

  async disableEndpoint(id: string, at: number | null, options?: CallOptions): Promise<void> {
    await this.#database.write(
      at === null
        ? sql`DELETE FROM docent.disabled_endpoints WHERE id = ${id}`
        : sql`INSERT INTO docent.disabled_endpoints (id, at) VALUES (${id}, ${at}) ON CONFLICT DO NOTHING`,
      options,
    )
  }

  async disabledEndpoints(options?: CallOptions): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.read(
      sql<{ id: string; at: number }>`SELECT id, at FROM docent.disabled_endpoints`,
      options,
    )
    return new Map(rows.map(({ id, at }) => [id, at]))
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
