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

/** The work of webhooks in memory, for tests. What goes in and comes out is copied. */
export class MemoryWebhookStore implements WebhookStore {
  /** By id, in the order they were added. */
  protected readonly tasks = new Map<string, WebhookTask>()
  protected readonly disabled = new Map<string, number>()

  async add(tasks: readonly WebhookTask[], options?: CallOptions): Promise<string[]> {
    options?.signal?.throwIfAborted()
    const added: string[] = []
    for (const task of tasks) {
      if (this.tasks.has(task.id)) continue
      this.tasks.set(task.id, structuredClone(task))
      added.push(task.id)
    }
    return added
  }

  async change(
    id: string,
    change: (task: WebhookTask) => WebhookTask,
    options?: CallOptions,
  ): Promise<WebhookTask | undefined> {
    options?.signal?.throwIfAborted()
    const before = this.tasks.get(id)
    if (!before) return undefined
    const { kind, createdAt } = before
    const after = { ...structuredClone(change(structuredClone(before))), id, kind, createdAt }
    this.tasks.set(id, after)
    return structuredClone(after)
  }

  async get(id: string, options?: CallOptions): Promise<WebhookTask | undefined> {
    options?.signal?.throwIfAborted()
    return structuredClone(this.tasks.get(id))
  }

  async due(now: number, limit: number, options?: CallOptions): Promise<WebhookTask[]> {
    options?.signal?.throwIfAborted()
    return this.matching((task) => task.status === 'pending' && task.dueAt <= now)
      .sort((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit)
  }

  async waiting(job: JobId, options?: CallOptions): Promise<WebhookTask[]> {
    options?.signal?.throwIfAborted()
    return this.matching((task) => task.status === 'waiting' && task.jobId === job)
  }

  async list(query: WebhookTaskQuery, options?: CallOptions): Promise<WebhookTaskPage> {
    options?.signal?.throwIfAborted()
    const { kind, organizationId, projectIds, status, limit, cursor } = query
    const after = cursor === undefined ? undefined : decodeJobCursor(cursor)
    const all = this.matching((task) => task.kind === kind && task.organizationId === organizationId)
      .filter(
        (task) =>
          projectIds === undefined || (task.projectId !== undefined && projectIds.includes(task.projectId)),
      )
      .filter((task) => status === undefined || task.status === status)
      .filter((task) => after === undefined || newestFirst(after, task) < 0)
      .sort(newestFirst)
    const tasks = all.slice(0, limit)
    const last = tasks.at(-1)
    return { tasks, nextCursor: last && all.length > tasks.length ? encodeJobCursor(last) : null }
  }

  async prune(before: number, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    for (const task of this.matching(({ status }) => status === 'done' || status === 'dead')) {
      if (task.updatedAt < before) this.tasks.delete(task.id)
    }
  }

  async disableEndpoint(id: string, at: number | null, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    if (at === null) this.disabled.delete(id)
    else if (!this.disabled.has(id)) this.disabled.set(id, at)
  }

  async disabledEndpoints(options?: CallOptions): Promise<ReadonlyMap<string, number>> {
    options?.signal?.throwIfAborted()
    return new Map(this.disabled)
  }

  protected matching(predicate: (task: WebhookTask) => boolean): WebhookTask[] {
    return structuredClone([...this.tasks.values()].filter(predicate))
  }
}

interface Position {
  readonly createdAt: number
  readonly id: string
}

function newestFirst(a: Position, b: Position): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
