import type { JobId, OrganizationId, ProjectId } from './ids.ts'
import type { Json } from './json.ts'

/**
 * `delivery`: an outgoing webhook. `received`: a git host's webhook to work on. `answer`: a comment to reply to. `channel`:
 * a thread of a channel, which a background task works on while it is `waiting`.
 */
export type WebhookTaskKind = 'delivery' | 'received' | 'answer' | 'channel'

/** `waiting` for its job's run to end, `pending` until it is due and done, `dead` when it was given up. */
export type WebhookTaskStatus = 'waiting' | 'pending' | 'done' | 'dead'

/** One thing to send or to work on, durable until it is done. Times are milliseconds since the epoch. */
export interface WebhookTask {
  /** Made from what the task is about, so that adding it twice is harmless. */
  readonly id: string
  readonly kind: WebhookTaskKind
  readonly status: WebhookTaskStatus
  /** Undefined of a received webhook: which projects it concerns is part of the work. */
  readonly organizationId?: OrganizationId
  readonly projectId?: ProjectId
  readonly jobId?: JobId
  /** Of a delivery: the endpoint, never its address. */
  readonly endpointId?: string
  /** Attempts made so far. */
  readonly attempts: number
  /** When the next attempt may begin. */
  readonly dueAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** Why the last attempt failed, without addresses and secrets. */
  readonly lastError?: string
  /** What the kind needs: shaped and read by the use-case of that kind. Holds no secret. */
  readonly data: Json
}
