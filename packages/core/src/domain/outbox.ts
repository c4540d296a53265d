import type { Job } from './job.ts'

/** What the world outside may hear of a job: the types of outgoing webhooks. */
export const OUTBOX_TYPES = [
  'job.created',
  'job.completed',
  'job.failed',
  'job.archived',
  'pull_request.opened',
  'pull_request.merged',
] as const
export type OutboxType = (typeof OUTBOX_TYPES)[number]

/** Every type of outgoing webhooks. Only an endpoint that names the last one gets it. */
export const WEBHOOK_TYPES = [...OUTBOX_TYPES, 'conversation.escalated'] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

/** Something that happened to a job, kept by the store until it was handed on. */
export interface OutboxMessage {
  /** Names what happened, whichever store says it: `<job>/created`, `<job>/2/completed`. Never used twice. */
  readonly id: string
  readonly type: OutboxType
  /** Milliseconds since the epoch, by the store's clock. */
  readonly at: number
  /** The job as it was then. */
  readonly job: Job
}

/**
 * The messages about one write of a job. Every store calls this with the job before and after each write, and commits
 * the messages with it, so that messages and jobs always agree. Only the two states count: a step that runs again after
 * a crash changes nothing, so it adds no message.
 * @param before undefined for a new job.
 * @param at the store's now, milliseconds since the epoch.
 */
export function outboxMessages(before: Job | undefined, after: Job, at: number): OutboxMessage[] {
  const messages: OutboxMessage[] = []
  const add = (type: OutboxType, what: string) =>
    void messages.push({ id: `${after.id}/${what}`, type, at, job: after })
  if (!before) add('job.created', 'created')
  const pull = after.pullRequest
  if (pull && pull.url !== before?.pullRequest?.url) add('pull_request.opened', `pull/${pull.number}`)
  if (pull?.mergedAt !== undefined && before?.pullRequest?.mergedAt === undefined)
    add('pull_request.merged', `pull/${pull.number}/merged`)
  if (before?.status === 'active' && after.status === 'completed')
    add('job.completed', `${after.run}/completed`)
  if (before?.status === 'active' && after.status === 'failed') add('job.failed', `${after.run}/failed`)
  if (before && before.archivedAt === null && after.archivedAt !== null)
    add('job.archived', `archived/${after.archivedAt}`)
  return messages
}
