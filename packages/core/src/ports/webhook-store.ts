import type { JobId, OrganizationId, ProjectId } from '../domain/ids.ts'
import type { WebhookTask, WebhookTaskKind, WebhookTaskStatus } from '../domain/webhook-task.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

export interface WebhookTaskQuery {
  kind: WebhookTaskKind
  organizationId: OrganizationId
  /** Only those of these projects. */
  projectIds?: readonly ProjectId[]
  status?: WebhookTaskStatus
  /** 1 to 100. */
  limit: number
  /** The `nextCursor` of the page before. */
  cursor?: string
}

export interface WebhookTaskPage {
  /** Newest first, by `createdAt`, then by `id`. */
  tasks: WebhookTask[]
  nextCursor: string | null
}

/** Durable work of webhooks, outgoing and incoming. A write is on disk when its promise resolves. */
export interface WebhookStore {
  /**
   * Adds tasks, all in one transaction; one whose id is there already stays as it is.
   * @returns the ids of those that are new.
   */
  add(tasks: readonly WebhookTask[], options?: CallOptions): Promise<string[]>
  /**
   * Reads a task, applies the pure `change` and commits what it answers, in one transaction. `id`, `kind` and
   * `createdAt` do not change. What `change` throws is rethrown and nothing is written.
   * @returns the task as committed; undefined when there is none.
   */
  change(
    id: string,
    change: (task: WebhookTask) => WebhookTask,
    options?: CallOptions,
  ): Promise<WebhookTask | undefined>
  get(id: string, options?: CallOptions): Promise<WebhookTask | undefined>
  /** Pending tasks with `dueAt` not after `now`, the longest due first. */
  due(now: number, limit: number, options?: CallOptions): Promise<WebhookTask[]>
  /** The waiting tasks of a job, the oldest first. */
  waiting(job: JobId, options?: CallOptions): Promise<WebhookTask[]>
  /** @throws DocentError `invalid_request` for a wrong cursor. */
  list(query: WebhookTaskQuery, options?: CallOptions): Promise<WebhookTaskPage>
  /** Deletes done and dead tasks that nothing touched since `before`. */
  prune(before: number, options?: CallOptions): Promise<void>
  /** Puts an endpoint out of use since `at`, or (null) back into use. The first time is kept. */
  disableEndpoint(id: string, at: number | null, options?: CallOptions): Promise<void>
  /** Since when each disabled endpoint is, by its id. */
  disabledEndpoints(options?: CallOptions): Promise<ReadonlyMap<string, number>>
}

export const WebhookStore: Token<WebhookStore> = token<WebhookStore>('WebhookStore')
