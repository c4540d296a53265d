import type { CallOptions } from '@docent/core/plugin'
import type { Database } from './database.ts'
import type { JobSteps } from './job-steps.ts'

/** Jobs in one transaction: bounds how long others wait. */
const CHUNK = 100

interface Settled {
  seq: number
  updatedAt: number
}

/**
 * Deletes steps and events of jobs that settled before the given times, oldest first and in small transactions.
 * A job that a follow-up makes active again keeps what it has: each transaction looks anew.
 */
export async function pruneJobs(
  database: Database,
  steps: JobSteps,
  before: { steps: number; events: number },
  options?: CallOptions,
): Promise<void> {
  let last: Settled | undefined = { seq: 0, updatedAt: -1 }
  while (last) {
    const after: Settled = last
    last = await database.transaction(() => {
      const chunk = settledAfter(database, after, Math.max(before.steps, before.events))
      for (const { seq, updatedAt } of chunk) {
        if (updatedAt < before.steps) steps.deleteAll(seq)
        if (updatedAt < before.events) database.run('DELETE FROM job_events WHERE job = ?', seq)
      }
      return chunk.length === CHUNK ? chunk.at(-1) : undefined
    }, options)
  }
}

function settledAfter(database: Database, after: Settled, before: number): Settled[] {
  return database.all<Settled>(
    `SELECT seq, updated_at AS updatedAt FROM jobs
     WHERE status <> 'active' AND (updated_at, seq) > (?, ?) AND updated_at < ?
     ORDER BY updated_at, seq LIMIT ${CHUNK}`,
    after.updatedAt,
    after.seq,
    before,
  )
}
