import { randomUUID } from 'node:crypto'
import type { CallOptions, Claim, Job, JobId, JobQueue } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import type { StoreClock } from './store-clock.ts'

/** Holds the lease of a job that waits: a lease that nobody can write under, and that runs out when the wait ends. */
export const WAITING = '(waiting)'

/** One worker that asks for a job. */
export interface Claimer {
  readonly worker: string
  readonly leaseMs: number
  readonly signal: AbortSignal | undefined
}

/** One of the claims, or, in the last row, what is left to do when there was no job for all of them. */
type AnswerRow = ClaimedRow | { worker: null; waiting: boolean; expiry: number | null }

interface ClaimedRow {
  worker: string
  id: JobId
  body: string
  token: number
  attempts: number
  openStep: number | null
}

export interface Outlook {
  /** A job can be claimed now. */
  readonly isWaiting: boolean
  /** When the first of the current leases runs out, in milliseconds from now. */
  readonly untilExpiry: number | undefined
}

/**
 * A job for each, in one round trip and one commit, decided by the database. Sent again after a cut it answers what it
 * leased then. There is an outlook when somebody goes without.
 */
export async function claimJobs(
  postgres: Postgres,
  clock: StoreClock,
  claimers: readonly Claimer[],
): Promise<{ claims: (Claim | undefined)[]; outlook: Outlook | undefined }> {
  const call = randomUUID()
  const workers = claimers.map(({ worker }) => worker)
  const leases = claimers.map(({ leaseMs }) => Math.ceil(leaseMs))
  const { rows } = await postgres.query<AnswerRow>(
    `SELECT claimer AS worker, job_id AS id, job_body AS body, token, tries AS attempts, begun AS "openStep", waiting, expiry
     FROM docent.claim_jobs($1, $2, $3, $4, $5)`,
    (isSentAgain) => [call, workers, leases, clock.parameter, isSentAgain],
    commonSignal(claimers),
  )
  const claimed = rows.filter((row) => row.worker !== null)
  const claims = claimers.map(({ worker }) => {
    const index = claimed.findIndex((row) => row.worker === worker)
    const [row] = index < 0 ? [] : claimed.splice(index, 1)
    if (!row) return undefined
    const lease = { jobId: row.id, token: row.token, worker }
    const job = JSON.parse(row.body) as Job
    return { lease, job, attempts: row.attempts, openStep: row.openStep ?? undefined }
  })
  const left = rows.find((row) => row.worker === null)
  return { claims, outlook: left && { isWaiting: left.waiting, untilExpiry: left.expiry ?? undefined } }
}

/** Ends the tries only when nobody is left who wants a job. */
function commonSignal(claimers: readonly Claimer[]): CallOptions {
  const [signal, ...others] = new Set(claimers.map((each) => each.signal))
  return signal && others.length === 0 ? { signal } : {}
}

/** Whether there is anything to claim, and when there will be although nothing is committed. */
export async function lookForWork(postgres: Postgres, clock: StoreClock): Promise<Outlook> {
  const { rows } = await postgres.query<{ waiting: boolean; expiry: number | null }>(
    'SELECT waiting, expiry FROM docent.outlook(coalesce($1::bigint, docent.now_ms()))',
    [clock.parameter],
  )
  return { isWaiting: rows[0]?.waiting ?? false, untilExpiry: rows[0]?.expiry ?? undefined }
}

export async function countQueue(
  postgres: Postgres,
  clock: StoreClock,
  options?: CallOptions,
): Promise<JobQueue> {
  const { rows } = await postgres.query<JobQueue>(
    `WITH clock AS (SELECT coalesce($1::bigint, docent.now_ms()) AS now)
     SELECT count(*) FILTER (WHERE lease_worker IS NULL OR available_at <= now) AS waiting,
       count(*) FILTER (WHERE available_at > now AND lease_worker <> '${WAITING}') AS running,
       count(*) FILTER (WHERE available_at > now AND lease_worker = '${WAITING}') AS postponed
     FROM docent.jobs, clock WHERE status = 'active'`,
    [clock.parameter],
    options,
  )
  return rows[0] ?? { waiting: 0, running: 0, postponed: 0 }
}
