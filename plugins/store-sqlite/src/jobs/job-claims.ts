import {
  type Claim,
  type Job,
  type JobId,
  type JobQueue,
  type Lease,
  LeaseLost,
  type Outage,
  type Wait,
} from '@docent/core/plugin'
import type { Database } from '../database.ts'
import type { JobRow } from './job-rows.ts'

/** Holds the lease of a job that waits: a lease that nobody can write under, and that runs out when the wait ends. */
const WAITING = '(waiting)'

const BRANCH_IS_FREE = `
  NOT EXISTS (
    SELECT 1 FROM jobs AS other INDEXED BY jobs_leased
    WHERE other.repository = waiting.repository AND other.ref = waiting.ref
      AND other.lease_worker IS NOT NULL AND other.available_at > :now
  )`

/** Active, leased by nobody, and on a branch that nobody has through another job; the longest waiting first. */
const NEXT = `
  SELECT seq FROM jobs AS waiting INDEXED BY jobs_waiting
  WHERE status = 'active' AND (lease_worker IS NULL OR available_at <= :now) AND ${BRANCH_IS_FREE}
  ORDER BY available_at, seq LIMIT 1`

/**
 * What a dead worker left, or has waited long enough: its lease ran out after all of a backlog had begun to wait. Few
 * jobs are leased at all.
 */
const LEFT_BEHIND = `
  SELECT seq FROM jobs AS waiting INDEXED BY jobs_leased
  WHERE status = 'active' AND lease_worker IS NOT NULL AND available_at <= :now AND ${BRANCH_IS_FREE}
  ORDER BY available_at, seq LIMIT 1`

interface ClaimedRow {
  seq: number
  id: JobId
  body: string
  repository: string
  ref: string
  token: number
  attempts: number
  openStep: number | null
}

/** Leases of jobs. A lease is the newest token of a job, and every write checks it in its own statement. */
export class JobClaims {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  anyWaiting(): boolean {
    return this.#database.get(NEXT, { now: this.#now() }) !== undefined
  }

  queue(): JobQueue {
    const row = this.#database.get<{ active: number; held: number; postponed: number }>(
      `SELECT (SELECT count(*) FROM jobs INDEXED BY jobs_waiting WHERE status = 'active') AS active,
         count(*) AS held, coalesce(sum(lease_worker = '${WAITING}'), 0) AS postponed
       FROM jobs INDEXED BY jobs_leased
       WHERE lease_worker IS NOT NULL AND available_at > :now AND status = 'active'`,
      { now: this.#now() },
    )
    const { active, held, postponed } = row ?? { active: 0, held: 0, postponed: 0 }
    return { waiting: active - held, running: held - postponed, postponed }
  }

  /** When the first of the current leases runs out, in milliseconds from now. */
  untilNextExpiry(): number | undefined {
    const now = this.#now()
    const row = this.#database.get<{ next: number | null }>(
      `SELECT MIN(available_at) AS next FROM jobs INDEXED BY jobs_leased
       WHERE lease_worker IS NOT NULL AND available_at > ?`,
      now,
    )
    return typeof row?.next === 'number' ? row.next - now : undefined
  }

  /** Within a transaction. One statement decides, so that two workers never get the same job. */
  claim(worker: string, leaseMs: number): Claim | undefined {
    const now = this.#now()
    const row = this.#database.get<ClaimedRow>(
      `UPDATE jobs SET lease_token = lease_token + 1, lease_worker = :worker, available_at = :until,
         attempts = attempts + 1
       WHERE seq = coalesce((${LEFT_BEHIND}), (${NEXT})) 
       RETURNING seq, id, body, repository, ref, lease_token AS token, attempts, open_step AS openStep`,
      { now, worker, until: now + Math.ceil(leaseMs) },
    )
    if (!row) return undefined
    // What else was leased on this branch has run out: with the branch in other hands it must not write again.
    this.#database.run(
      `UPDATE jobs SET lease_token = lease_token + 1, lease_worker = NULL
       WHERE repository = ? AND ref = ? AND lease_worker IS NOT NULL AND seq <> ?`,
      row.repository,
      row.ref,
      row.seq,
    )
    return {
      lease: { jobId: row.id, token: row.token, worker },
      job: JSON.parse(row.body) as Job,
      attempts: row.attempts,
      openStep: row.openStep ?? undefined,
    }
  }

  /** Within a transaction. @throws LeaseLost */
  extend(lease: Lease, leaseMs: number): void {
    this.#fenced(lease, 'available_at = :until', { until: this.#now() + Math.ceil(leaseMs) })
  }

  /** Within a transaction. @throws LeaseLost */
  release(lease: Lease): void {
    // Before all that nobody has begun.
    this.#fenced(lease, 'lease_worker = NULL, available_at = 0, attempts = max(0, attempts - 1)', {})
  }

  /** Within a transaction. */
  excuse(lease: Lease): void {
    this.#database.run(
      `UPDATE jobs SET attempts = max(0, attempts - 1)
       WHERE id = ? AND status = 'active' AND lease_token > ?`,
      lease.jobId,
      lease.token,
    )
  }

  /** Within a transaction, which appends the events of the wait. @throws LeaseLost */
  postpone(
    lease: Lease,
    row: Pick<JobRow, 'waits' | 'waitingSince'>,
    plan: (outage: Outage) => Wait | undefined,
  ): Wait | undefined {
    const now = this.#now()
    const since = row.waitingSince ?? now
    const wait = plan({ waits: row.waits, ms: now - since, now })
    if (!wait) return undefined
    const until = now + Math.ceil(wait.delayMs)
    this.#fenced(
      lease,
      `lease_worker = '${WAITING}', available_at = :until, attempts = max(0, attempts - 1),
       waits = waits + 1, waiting_since = :since, open_step = NULL`,
      { until, since },
    )
    return wait
  }

  #fenced(lease: Lease, assignments: string, values: Record<string, number>): void {
    const changed = this.#database.run(
      `UPDATE jobs SET ${assignments} WHERE id = :id AND lease_token = :token AND lease_worker = :worker`,
      { ...values, id: lease.jobId, token: lease.token, worker: lease.worker },
    )
    if (changed === 0) throw new LeaseLost()
  }
}
