import {
  checkJobBytes,
  type Job,
  type JobChange,
  type JobEvent,
  type Lease,
  type NewJobMessage,
  type Outage,
  openStepAfter,
  type RecordedStep,
  type Wait,
  withoutWaiting,
  withWaiting,
} from '@docent/core/plugin'
import { isIn } from '../statements/fragments.ts'
import { sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'
import { WAITING } from './job-lines.ts'
import { lockHeldJob, lockJob } from './job-row.ts'
import { addEvents, applyChange, writeRow } from './job-writes.ts'
import type { PreparedStep } from './prepare-step.ts'

/** What workers do to the jobs they hold, each within a transaction. */

/** @throws LeaseLost */
export function* release(database: SqlDatabase, lease: Lease): Steps<void> {
  const held = yield* lockHeldJob(database, lease)
  const attempts = Math.max(0, held.row.attempts - 1)
  // Before all of its line that nobody has begun.
  yield* writeRow(held, { ...held.row, leaseWorker: null, availableAt: 0, place: 0, attempts })
}

export function* excuse(database: SqlDatabase, lease: Lease): Steps<void> {
  const locked = yield* lockJob(database, lease.jobId)
  if (locked?.row.job.status !== 'active' || locked.row.leaseToken <= lease.token) return
  yield* writeRow(locked, { ...locked.row, attempts: Math.max(0, locked.row.attempts - 1) })
}

/** @throws LeaseLost */
export function* postpone(
  database: SqlDatabase,
  lease: Lease,
  plan: (outage: Outage) => Wait | undefined,
): Steps<boolean> {
  const held = yield* lockHeldJob(database, lease)
  const { row, now } = held
  const waitingSince = row.waitingSince ?? now
  const wait = plan({ waits: row.waits, ms: now - waitingSince, now })
  if (!wait) return false
  yield* addEvents(row.seq, row.lastEvent, wait.events, now)
  yield* writeRow(held, {
    ...row,
    job: withWaiting(row.job, wait.waiting),
    leaseWorker: WAITING,
    availableAt: now + Math.ceil(wait.delayMs),
    attempts: Math.max(0, row.attempts - 1),
    waits: row.waits + 1,
    waitingSince,
    openStep: null,
    lastEvent: row.lastEvent + wait.events.length,
  })
  return true
}

/** @throws LeaseLost */
export function* append(database: SqlDatabase, lease: Lease, events: readonly JobEvent[]): Steps<void> {
  const { row, now } = yield* lockHeldJob(database, lease)
  yield* addEvents(row.seq, row.lastEvent, events, now)
  yield* run(
    sql`UPDATE docent.jobs SET last_event = ${row.lastEvent + events.length},
      open_step = ${openStepAfter(row.openStep, events)} WHERE seq = ${row.seq}`,
  )
}

/** @throws LeaseLost, DocentError `invalid_request` when the job would hold more than 20 MiB */
export function* record(
  database: SqlDatabase,
  lease: Lease,
  prepared: PreparedStep,
  events: readonly JobEvent[],
  change: ((job: Job) => Job) | undefined,
): Steps<RecordedStep> {
  const { draft, body } = prepared
  const held = yield* lockHeldJob(database, lease)
  const { row, now } = held
  const index = row.lastStep + 1
  yield* run(
    sql`INSERT INTO docent.job_steps (job, step, at, input_tokens, output_tokens, body)
      VALUES (${row.seq}, ${index}, ${now}, ${draft.inputTokens}, ${draft.outputTokens}, ${body})`,
  )
  const storedBytes = row.storedBytes + (yield* addChanges(row.seq, index, prepared))
  checkJobBytes(storedBytes)
  yield* markRead(row.seq, new Set(draft.read))
  yield* addEvents(row.seq, row.lastEvent, events, now)
  yield* writeRow(held, {
    ...row,
    job: withoutWaiting(change ? change(row.job) : row.job),
    lastEvent: row.lastEvent + events.length,
    lastStep: index,
    storedBytes,
    attempts: 0,
    waits: 0,
    waitingSince: null,
    openStep: null,
  })
  return { ...draft, index, at: now }
}

/** @throws LeaseLost */
export function* settle(
  database: SqlDatabase,
  lease: Lease,
  change: (job: Job) => JobChange,
  onContinue: (job: Job) => Job,
): Steps<'settled' | 'continue'> {
  const held = yield* lockHeldJob(database, lease)
  const { row, now } = held
  const { rows: unread } = yield* ask(
    sql`SELECT 1 FROM docent.job_messages WHERE job = ${row.seq} AND state = 'unread' LIMIT 1`,
  )
  if (unread.length > 0) {
    yield* writeRow(held, { ...row, job: onContinue(row.job) })
    return 'continue'
  }
  const changed = yield* applyChange(held, change(row.job))
  yield* writeRow(held, { ...changed, leaseWorker: null, availableAt: now })
  return 'settled'
}

/**
 * Files that a step changed, as blobs that are stored once whoever changed them.
 * @returns the bytes that the job did not hold before
 */
function* addChanges(job: number, step: number, { draft, hashes }: PreparedStep): Steps<number> {
  if (draft.changes.length === 0) return 0
  const { rows } = yield* ask(
    sql<{ blob: Uint8Array }>`SELECT DISTINCT blob FROM docent.job_changes
      WHERE job = ${job} AND blob IS NOT NULL`,
  )
  const known = new Set(rows.map(({ blob }) => Buffer.from(blob).toString('hex')))
  const files = draft.changes.map((file, position) => ({ ...file, position, hash: hashes[position] ?? null }))
  let bytes = 0
  // In the order of their hashes: two transactions that add the same blobs wait for each other in one direction.
  const contents = files
    .flatMap(({ hash, content }) => (hash && content ? [{ hash, content, name: hash.toString('hex') }] : []))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { hash, content, name } of contents) {
    if (!known.has(name)) bytes += content.byteLength
    known.add(name)
    yield* run(
      sql`INSERT INTO docent.blobs (hash, content) VALUES (${hash}, ${content}) ON CONFLICT DO NOTHING`,
    )
  }
  for (const { path, position, hash, executable } of files)
    yield* run(
      sql`INSERT INTO docent.job_changes (job, step, position, path, blob, executable)
        VALUES (${job}, ${step}, ${position}, ${JSON.stringify(path)}, ${hash}, ${executable ?? null})`,
    )
  return bytes
}

function* markRead(job: number, ids: ReadonlySet<string>): Steps<void> {
  if (ids.size === 0) return
  const { rows } = yield* ask(
    sql<{ position: number; body: string }>`SELECT position, body FROM docent.job_messages
      WHERE job = ${job} AND state = 'unread'`,
  )
  const read = rows.filter(({ body }) => ids.has((JSON.parse(body) as NewJobMessage).id))
  yield* run(
    sql`UPDATE docent.job_messages SET state = 'read'
      WHERE job = ${job} AND position ${isIn(read.map(({ position }) => position))}`,
  )
}
