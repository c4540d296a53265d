import {
  DocentError,
  type IdempotencyClaim,
  IdempotencyInUse,
  type Job,
  type JobChange,
  type JobEvent,
  type NewJobMessage,
  outboxMessages,
  placeLater,
} from '@docent/core/plugin'
import { assignments, columns } from '../statements/fragments.ts'
import { sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'
import { type JobRow, jobColumns, type LockedJob, rowColumns } from './job-row.ts'

/** Adds a new job, waiting to be claimed. @throws DocentError `conflict` when its id is taken */
export function* insertJob(database: SqlDatabase, { job, messages, events }: JobChange): Steps<void> {
  const now = database.now()
  const row = {
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
  }
  const { rows } = yield* ask(
    sql<{ seq: number; now: number }>`INSERT INTO docent.jobs ${columns(row)}
      ON CONFLICT (id) DO NOTHING RETURNING seq, available_at AS now`,
  )
  const [made] = rows
  if (!made) throw new DocentError('conflict', `A job with the id ${job.id} is there already.`)
  yield* addMessages(made.seq, 0, messages)
  yield* addEvents(made.seq, 0, events, made.now)
  yield* addOutbox(undefined, job, made.now)
}

/** Writes what a change adds to a job. @returns the row as it is then */
export function* applyChange({ row, now }: LockedJob, change: JobChange): Steps<JobRow> {
  const { job, messages, events, discardUnread, revokeLease = false } = change
  yield* addMessages(row.seq, row.lastMessage, messages)
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
  yield* addOutbox(before.job, after.job, now)
}

/** @param last sequence of the newest event there is */
export function* addEvents(seq: number, last: number, events: readonly JobEvent[], at: number): Steps<void> {
  const rows = events.map((event, index) => ({
    job: seq,
    sequence: last + index + 1,
    at,
    event: JSON.stringify(event),
  }))
  if (rows.length > 0) yield* run(sql`INSERT INTO docent.job_events ${columns(...rows)}`)
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

function* addMessages(seq: number, last: number, messages: readonly NewJobMessage[]): Steps<void> {
  const rows = messages.map((message, index) => ({
    job: seq,
    position: last + index + 1,
    state: 'unread',
    body: JSON.stringify(message),
  }))
  if (rows.length > 0) yield* run(sql`INSERT INTO docent.job_messages ${columns(...rows)}`)
}

function* addOutbox(before: Job | undefined, after: Job, now: number): Steps<void> {
  for (const message of outboxMessages(before, after, now))
    yield* run(
      sql`INSERT INTO docent.outbox (id, body) VALUES (${message.id}, ${JSON.stringify(message)})
        ON CONFLICT DO NOTHING`,
    )
}
