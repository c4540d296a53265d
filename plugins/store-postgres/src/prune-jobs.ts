import type { CallOptions } from '@docent/core/plugin'
import { forgetCommits, type Postgres } from '@docent/postgres'

/** Jobs in one transaction: bounds how long others wait. */
const CHUNK = 100

interface Settled {
  seq: number
  updatedAt: number
}

/**
 * Deletes expired idempotency records, and steps and events of jobs that settled before the given times, oldest first
 * and in small transactions. A job that a follow-up makes active again keeps what it has: each transaction looks anew.
 */
export async function pruneJobs(
  postgres: Postgres,
  now: number | null,
  before: { steps: number; events: number },
  options?: CallOptions,
): Promise<void> {
  await postgres.query(
    'DELETE FROM docent.idempotency WHERE expires_at <= coalesce($1::bigint, docent.now_ms())',
    [now],
    options,
  )
  await forgetCommits(postgres)
  let last: Settled | undefined = { seq: 0, updatedAt: -1 }
  while (last) {
    const after: Settled = last
    last = await postgres.transaction(async (transaction) => {
      const { rows: chunk } = await transaction.query<Settled>(
        `SELECT seq, updated_at AS "updatedAt" FROM docent.jobs
         WHERE status <> 'active' AND (updated_at, seq) > ($1::bigint, $2::bigint) AND updated_at < $3
         ORDER BY updated_at, seq LIMIT ${CHUNK} FOR UPDATE`,
        [after.updatedAt, after.seq, Math.max(before.steps, before.events)],
      )
      const withoutEvents = chunk.filter((job) => job.updatedAt < before.events).map((job) => job.seq)
      const withoutSteps = chunk.filter((job) => job.updatedAt < before.steps).map((job) => job.seq)
      await transaction.query('DELETE FROM docent.job_events WHERE job = ANY ($1)', [withoutEvents])
      const { rows: blobs } = await transaction.query<{ blob: Buffer }>(
        'SELECT DISTINCT blob FROM docent.job_changes WHERE job = ANY ($1) AND blob IS NOT NULL',
        [withoutSteps],
      )
      await transaction.query('DELETE FROM docent.job_steps WHERE job = ANY ($1)', [withoutSteps])
      await transaction.query(
        `DELETE FROM docent.blobs WHERE hash = ANY ($1)
           AND NOT EXISTS (SELECT 1 FROM docent.job_changes WHERE blob = hash)`,
        [blobs.map(({ blob }) => blob)],
      )
      await transaction.query(
        'UPDATE docent.jobs SET stored_bytes = 0 WHERE seq = ANY ($1) AND stored_bytes > 0',
        [withoutSteps],
      )
      return chunk.length === CHUNK ? chunk.at(-1) : undefined
    }, options)
  }
}
