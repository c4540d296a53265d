import { type Job, type JobId, type Lease, LeaseLost } from '@docent/core/plugin'
import { FOR_UPDATE } from '../statements/fragments.ts'
import { raw, sql } from '../statements/sql.ts'
import { ask, type SqlDatabase, type Steps } from '../statements/sql-database.ts'
import { pullColumns } from './pull-columns.ts'

/** A row of `jobs`, with the job read from its body. */
export interface JobRow {
  readonly seq: number
  readonly job: Job
  readonly leaseToken: number
  readonly leaseWorker: string | null
  /** Since when it waits, or, while leased, when the lease runs out. */
  readonly availableAt: number
  /** Where it stands among the waiting jobs of its project. */
  readonly place: number
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
}

type StoredRow = Omit<JobRow, 'job'> & { body: string; now: number }

const COLUMNS = raw(`seq, body, lease_token AS "leaseToken", lease_worker AS "leaseWorker",
  available_at AS "availableAt", place, attempts, waits, waiting_since AS "waitingSince", open_step AS "openStep",
  last_message AS "lastMessage", last_event AS "lastEvent", last_step AS "lastStep", stored_bytes AS "storedBytes"`)

/** A row under its lock, and the store's time. */
export interface LockedJob {
  readonly row: JobRow
  /** Milliseconds since the epoch. */
  readonly now: number
}

export function* lockJob(database: SqlDatabase, id: JobId): Steps<LockedJob | undefined> {
  const { rows } = yield* ask(
    sql<StoredRow>`SELECT ${COLUMNS}, ${database.now()} AS now FROM docent.jobs WHERE id = ${id} ${FOR_UPDATE}`,
  )
  const [found] = rows
  if (!found) return undefined
  const { body, now, ...row } = found
  return { row: { ...row, job: JSON.parse(body) as Job }, now }
}

/** The row of a lease that may still write. @throws LeaseLost */
export function* lockHeldJob(database: SqlDatabase, { jobId, token, worker }: Lease): Steps<LockedJob> {
  const locked = yield* lockJob(database, jobId)
  if (locked?.row.leaseToken !== token || locked.row.leaseWorker !== worker) throw new LeaseLost()
  return locked
}

/** The columns of `jobs` that follow from the job itself. */
export function jobColumns(job: Job): Record<string, string | number | boolean | null> {
  return {
    status: job.status,
    archived: job.archivedAt !== null,
    repository: job.source.repository,
    ref: job.source.ref,
    ...pullColumns(job),
    updated_at: job.updatedAt,
    body: JSON.stringify(job),
  }
}

/** All columns that a write of a row may change. */
export function rowColumns(row: JobRow): Record<string, string | number | boolean | null> {
  return {
    ...jobColumns(row.job),
    lease_token: row.leaseToken,
    lease_worker: row.leaseWorker,
    available_at: row.availableAt,
    place: row.place,
    attempts: row.attempts,
    waits: row.waits,
    waiting_since: row.waitingSince,
    open_step: row.openStep,
    last_message: row.lastMessage,
    last_event: row.lastEvent,
    last_step: row.lastStep,
    stored_bytes: row.storedBytes,
  }
}
