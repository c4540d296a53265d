import {
  DocentError,
  type IdempotencyClaim,
  IdempotencyInUse,
  type Job,
  type JobChange,
  type JobEvent,
  type NewJobMessage,
  type OutboxMessage,
  outboxMessages,
  placeLater,
} from '@docent/core/plugin'
import { assignments, insertInto } from '../statements/fragments.ts'
import { type SqlValue, sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'
import { type JobRow, jobColumns, type LockedJob, rowColumns } from './job-row.ts'

type Row = Readonly<Record<string, SqlValue>>

/** A job that nobody has made yet, with the idempotency key of whoever asked for it. */
export interface NewJob {
  readonly change: JobChange
  readonly idempotency: IdempotencyClaim | undefined
}

/**
 * Adds new jobs, waiting to be claimed.
 * @throws DocentError `conflict` when an id is taken, IdempotencyInUse
 */
export function* insertJobs(database: SqlDatabase, jobs: readonly NewJob[]): Steps<Job[]> {
  for (const { change, idempotency } of jobs) yield* storeReply(database, idempotency, change.job)
  const now = database.now()
  const rows = jobs.map(({ change: { job, messages, events } }) => ({
    id: job.id,
    project_id: job.projectId,
    organization_id: job.organizationId,
    model: job.model,
    created_at: job.createdAt,
    ...jobColumns(job),
    lease_token: 0,
    available_at: now,
    place: typeof now === 'number' ? now + placeLater(job) : sql`${now} + ${placeLater(job)}`,
    attempts: 0,
    waits: 0,
    last_message: messages.length,
    last_event: events.length,
    last_step: 0,
    stored_bytes: 0,
  }))
  const made = new Map<string, { seq: number; now: number }>()
  for (const some of inPowersOfTwo(rows)) {
    const { rows: added } = yield* ask(
      insertInto<{ id: string; seq: number; now: number }>(
        'docent.jobs',
        some,
        'ON CONFLICT (id) DO NOTHING RETURNING id, seq, available_at AS now',
      ),
    )
    for (const row of added) made.set(row.id, row)
  }
  const all = jobs.map(({ change }) => {
    const row = made.get(change.job.id)
    if (!row) throw new DocentError('conflict', `A job with the id ${change.job.id} is there already.`)
    return { ...change, ...row }
  })
  yield* addRows(
    'docent.job_messages',
    all.flatMap(({ seq, messages }) => messageRows(seq, 0, messages)),
  )
  for (const { seq, events, now: at } of all) yield* addEvents(seq, 0, events, at)
  yield* addOutbox(all.flatMap(({ job, now: at }) => outboxMessages(undefined, job, at)))
  return all.map(({ job }) => job)
}

/** Writes what a change adds to a job. @returns the row as it is then */
export function* applyChange({ row, now }: LockedJob, change: JobChange): Steps<JobRow> {
  const { job, messages, events, discardUnread, revokeLease = false } = change
  yield* addRows('docent.job_messages', messageRows(row.seq, row.lastMessage, messages))
  yield* addEvents(row.seq, row.lastEvent, events, now)
  if (discardUnread)
    yield* run(
      sql`UPDATE docent.job_messages SET state = 'discarded' WHERE job = ${row.seq} AND state = 'unread'`,
    )
  const begins = row.job.status !== 'active' && job.status === 'active'
  return {
    ...row,
    job,
    leaseToken: row.leaseToken + Number(revokeLease),
    lastMessage: row.lastMessage + messages.length,
    lastEvent: row.lastEvent + events.length,
    ...((begins || revokeLease) && {
      leaseWorker: null,
      availableAt: now,
      place: now + placeLater(job),
      attempts: 0,
      waits: 0,
      waitingSince: null,
      openStep: null,
    }),
  }
}

/** Writes a row, and what its change means to those outside. */
export function* writeRow({ row: before, now }: LockedJob, after: JobRow): Steps<void> {
  yield* run(sql`UPDATE docent.jobs SET ${assignments(rowColumns(after))} WHERE seq = ${after.seq}`)
  yield* addOutbox(outboxMessages(before.job, after.job, now))
}

/** @param last sequence of the newest event there is */
export function* addEvents(seq: number, last: number, events: readonly JobEvent[], at: number): Steps<void> {
  const rows = events.map((event, index) => ({
    job: seq,
    sequence: last + index + 1,
    at,
    event: JSON.stringify(event),
  }))
  yield* addRows('docent.job_events', rows)
}

/** @throws IdempotencyInUse */
export function* refuseUsedKey(database: SqlDatabase, claim: IdempotencyClaim | undefined): Steps<void> {
  if (!claim) return
  const { rows } = yield* ask(
    sql`SELECT 1 FROM docent.idempotency WHERE organization_id = ${claim.organizationId} AND key = ${claim.key}
      AND expires_at > ${database.now()}`,
  )
  if (rows.length > 0) throw new IdempotencyInUse()
}

/** Takes the place of an expired record. @throws IdempotencyInUse */
export function* storeReply(
  database: SqlDatabase,
  claim: IdempotencyClaim | undefined,
  job: Job,
): Steps<void> {
  if (!claim) return
  const { organizationId, key, fingerprint, expiresAt } = claim
  const { status, body } = claim.respond(job)
  const { count } = yield* ask(
    sql`INSERT INTO docent.idempotency AS kept (organization_id, key, fingerprint, job_id, status, body, expires_at)
      VALUES (${organizationId}, ${key}, ${fingerprint}, ${job.id}, ${status}, ${JSON.stringify(body)}, ${expiresAt})
      ON CONFLICT (organization_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, job_id = excluded.job_id,
        status = excluded.status, body = excluded.body, expires_at = excluded.expires_at
      WHERE kept.expires_at <= ${database.now()}`,
  )
  if (count === 0) throw new IdempotencyInUse()
}

function messageRows(seq: number, last: number, messages: readonly NewJobMessage[]): Row[] {
  return messages.map((message, index) => ({
    job: seq,
    position: last + index + 1,
    state: 'unread',
    body: JSON.stringify(message),
  }))
}

function* addOutbox(messages: readonly OutboxMessage[]): Steps<void> {
  const rows = messages.map((message) => ({ id: message.id, body: JSON.stringify(message) }))
  yield* addRows('docent.outbox', rows, 'ON CONFLICT DO NOTHING')
}

function* addRows(table: string, rows: readonly Row[], end?: string): Steps<void> {
  for (const some of inPowersOfTwo(rows)) yield* run(insertInto(table, some, end))
}

/** So that a database prepares few statements, however many rows there are. */
function inPowersOfTwo<Each>(rows: readonly Each[]): Each[][] {
  if (rows.length === 0) return []
  const most = 2 ** Math.floor(Math.log2(rows.length))
  return [rows.slice(0, most), ...inPowersOfTwo(rows.slice(most))]
}
