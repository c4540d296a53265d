import type {
  IdempotencyClaim,
  IdempotencyRecord,
  Job,
  JobChange,
  JobEvent,
  NewJobMessage,
} from '@docent/core/plugin'
import type { PreparedStep } from '@docent/sql'
import type { JobRow } from './job-row.ts'
import type { Work } from './work.ts'

/** An idempotency record ready to be written. */
export interface NewReply extends IdempotencyRecord {
  readonly organizationId: string
  readonly key: string
  readonly expiresAt: number
}

/** What one write changes about one job: computed from what was read under its lock, written with its neighbours. */
export interface JobDelta<Result> {
  readonly row: JobRow
  readonly result: Result
  readonly messages?: readonly NewJobMessage[]
  readonly events?: readonly JobEvent[]
  readonly step?: { readonly index: number; readonly at: number; readonly prepared: PreparedStep }
  /** Ids of unread messages that become read. */
  readonly read?: readonly string[]
  readonly discardUnread?: boolean
  readonly reply?: NewReply
  /** Whether a job may have become claimable. */
  readonly work?: Work | undefined
}

/** What a change of core comes to. `now` is the store's. */
export function applyChange(row: JobRow, change: JobChange, now: number): Omit<JobDelta<Job>, 'reply'> {
  const begins = row.job.status !== 'active' && change.job.status === 'active'
  return {
    result: change.job,
    messages: change.messages,
    events: change.events,
    discardUnread: change.discardUnread === true,
    work: 'new',
    row: {
      ...row,
      job: change.job,
      leaseToken: row.leaseToken + (change.revokeLease ? 1 : 0),
      ...((begins || change.revokeLease) && {
        leaseWorker: null,
        availableAt: now,
        attempts: 0,
        waits: 0,
        waitingSince: null,
        openStep: null,
      }),
    },
  }
}

/** Tells the keys of all organizations apart. */
export function nameOf({ organizationId, key }: IdempotencyClaim): string {
  return JSON.stringify([organizationId, key])
}

export function replyOf(claim: IdempotencyClaim, job: Job): NewReply {
  const { organizationId, key, fingerprint, expiresAt } = claim
  return { organizationId, key, fingerprint, expiresAt, jobId: job.id, ...claim.respond(job) }
}
