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
 * What a write of a job has to tell. Every store calls this with the job before and after each of its writes, and
 * commits the messages with it, so that nothing is told that did not happen and nothing that happened is left out.
 * Judged by the two states alone: a step that runs again after a crash changes nothing, and so tells nothing.
 * @param before undefined for a new job.
 * @param at the store's now, milliseconds since the epoch.
 */
export function outboxMessages(before: Job | undefined, after: Job, at: number): OutboxMessage[] {
  const told: OutboxMessage[] = []
  const tell = (type: OutboxType, what: string) =>
    void told.push({ id: `${after.id}/${what}`, type, at, job: after })
  if (!before) tell('job.created', 'created')
  const pull = after.pullRequest
  if (pull && pull.url !== before?.pullRequest?.url) tell('pull_request.opened', `pull/${pull.number}`)
  if (pull?.mergedAt !== undefined && before?.pullRequest?.mergedAt === undefined)
    tell('pull_request.merged', `pull/${pull.number}/merged`)
  if (before?.status === 'active' && after.status === 'completed')
    tell('job.completed', `${after.run}/completed`)
  if (before?.status === 'active' && after.status === 'failed') tell('job.failed', `${after.run}/failed`)
  if (before && before.archivedAt === null && after.archivedAt !== null)
    tell('job.archived', `archived/${after.archivedAt}`)
  return told
}
