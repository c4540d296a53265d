import type { CallOptions } from '@docent/core/plugin'
import { FOR_UPDATE, isIn } from '../statements/fragments.ts'
import { sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'

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
  database: SqlDatabase,
  before: { steps: number; events: number },
  options?: CallOptions,
): Promise<void> {
  await database.write(
    () => sql`DELETE FROM docent.idempotency WHERE expires_at <= ${database.now()}`,
    options,
  )
  let last: Settled | undefined = { seq: 0, updatedAt: -1 }
  while (last) {
    const after: Settled = last
    last = await database.transaction(() => pruneChunk(after, before), options)
  }
}

/** The last job of the chunk after that one; undefined when there are no more. */
function* pruneChunk(after: Settled, before: { steps: number; events: number }): Steps<Settled | undefined> {
  const { rows: chunk } = yield* ask(
    sql<Settled>`SELECT seq, updated_at AS "updatedAt" FROM docent.jobs
      WHERE status <> 'active' AND (updated_at, seq) > (${after.updatedAt}, ${after.seq})
        AND updated_at < ${Math.max(before.steps, before.events)}
      ORDER BY updated_at, seq LIMIT ${CHUNK} ${FOR_UPDATE}`,
  )
  const settledBefore = (time: number) => chunk.filter((job) => job.updatedAt < time).map((job) => job.seq)
  const withoutSteps = settledBefore(before.steps)
  yield* run(sql`DELETE FROM docent.job_events WHERE job ${isIn(settledBefore(before.events))}`)
  const { rows: blobs } = yield* ask(
    sql<{ blob: Uint8Array }>`SELECT DISTINCT blob FROM docent.job_changes
      WHERE job ${isIn(withoutSteps)} AND blob IS NOT NULL ORDER BY blob`,
  )
  yield* run(sql`DELETE FROM docent.job_steps WHERE job ${isIn(withoutSteps)}`)
  for (const { blob } of blobs)
    yield* run(
      sql`DELETE FROM docent.blobs WHERE hash = ${blob}
        AND NOT EXISTS (SELECT 1 FROM docent.job_changes WHERE blob = hash)`,
    )
  yield* run(
    sql`UPDATE docent.jobs SET stored_bytes = 0 WHERE seq ${isIn(withoutSteps)} AND stored_bytes > 0`,
  )
  return chunk.length === CHUNK ? chunk.at(-1) : undefined
}
