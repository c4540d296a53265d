import { type Job, type Lease, LeaseLost } from '@docent/core/plugin'
import { pullColumns } from '@docent/sql'

/** A row of `jobs`, with the job read from its body. */
export interface JobRow {
  readonly seq: number
  readonly job: Job
  readonly leaseToken: number
  readonly leaseWorker: string | null
  /** Since when it waits, or, while leased, when the lease runs out. */
  readonly availableAt: number
  readonly attempts: number
  /** Times that it was postponed since its last step, and since when. */
  readonly waits: number
  readonly waitingSince: number | null
  /** Begun, and not recorded. */
  readonly openStep: number | null
  readonly lastMessage: number
  readonly lastEvent: number
  readonly lastStep: number
  readonly storedBytes: number
  /** Grows with each change that its worker must hear of. */
  readonly notice: number
}

export type StoredJobRow = Omit<JobRow, 'job'> & { body: string }

export const JOB_COLUMNS = `seq, body, lease_token AS "leaseToken", lease_worker AS "leaseWorker",
  available_at AS "availableAt", attempts, waits, waiting_since AS "waitingSince", open_step AS "openStep",
  last_message AS "lastMessage", last_event AS "lastEvent", last_step AS "lastStep", stored_bytes AS "storedBytes", notice`

export function readJobRow({ body, ...row }: StoredJobRow): JobRow {
  return { ...row, job: JSON.parse(body) as Job }
}

/** @throws LeaseLost when the lease may no longer write */
export function assertHeld(row: JobRow | undefined, lease: Lease): asserts row is JobRow {
  if (!row || row.leaseToken !== lease.token || row.leaseWorker !== lease.worker) throw new LeaseLost()
}

/** The columns of `jobs` that a change of the job itself fills, by the names that SQL reads from JSON. */
export function jobColumns(job: Job): Record<string, string | number | boolean | null> {
  return {
    id: job.id,
    project_id: job.projectId,
    status: job.status,
    archived: job.archivedAt !== null,
    repository: job.source.repository,
    ref: job.source.ref,
    ...pullColumns(job),
    model: job.model,
    created_at: job.createdAt,
    updated_at: job.updatedAt,
    body: JSON.stringify(job),
  }
}
