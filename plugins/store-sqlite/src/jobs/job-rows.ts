import {
  type Job,
  type JobChange,
  type JobEvent,
  type Lease,
  LeaseLost,
  openStepAfter,
  type Wait,
  withWaiting,
} from '@docent/core/plugin'
import { pullColumns } from '@docent/sql'
import type { Database } from '../database.ts'
import { JobOutbox } from './job-outbox.ts'

/** A row of `jobs`, with the job read from its body. */
export interface JobRow {
  readonly seq: number
  readonly job: Job
  /** The job as it was read: what a write changes is told apart by it. */
  readonly stored: Job
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

const COLUMNS = `seq, body, lease_token AS leaseToken, lease_worker AS leaseWorker, available_at AS availableAt,
  attempts, waits, waiting_since AS waitingSince, open_step AS openStep, last_message AS lastMessage, last_event AS lastEvent, last_step AS lastStep,
  stored_bytes AS storedBytes, notice`

type StoredRow = Omit<JobRow, 'job' | 'stored'> & { body: string }

/** Reads and writes jobs with their messages and events. Everything that writes runs within a transaction. */
export class JobRows {
  readonly #database: Database
  readonly #now: () => number
  readonly #outbox: JobOutbox

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
    this.#outbox = new JobOutbox(database, now)
  }

  find(id: string): JobRow | undefined {
    const row = this.#database.get<StoredRow>(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`, id)
    if (!row) return undefined
    const job = JSON.parse(row.body) as Job
    return { ...row, job, stored: job }
  }

  /** The row of a lease that may still write. @throws LeaseLost */
  held(lease: Lease): JobRow {
    const row = this.find(lease.jobId)
    if (!row || row.leaseToken !== lease.token || row.leaseWorker !== lease.worker) throw new LeaseLost()
    return row
  }

  /** Adds a new job, waiting to be claimed. */
  insert({ job, messages, events }: JobChange): void {
    const { pull_number, pull_ended, merged_at } = pullColumns(job)
    const row = this.#database.get<{ seq: number }>(
      `INSERT INTO jobs (id, project_id, status, archived, repository, ref, pull_number, pull_ended, merged_at, model,
         created_at, updated_at, lease_token, available_at, attempts, waits, last_message, last_event, last_step,
         stored_bytes, notice, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0, 0, ?, ?, 0, 0, 0, ?) RETURNING seq`,
      job.id,
      job.projectId,
      job.status,
      job.archivedAt === null ? 0 : 1,
      job.source.repository,
      job.source.ref,
      pull_number,
      Number(pull_ended),
      merged_at,
      job.model,
      job.createdAt,
      job.updatedAt,
      this.#now(),
      messages.length,
      events.length,
      JSON.stringify(job),
    )
    if (!row) throw new Error('INSERT did not answer the number of the new row')
    this.#insertMessages(row.seq, 0, messages)
    this.insertEvents(row.seq, 0, events)
    this.#outbox.add(undefined, job)
  }

  /** Writes what a change came to. @returns the row as it is now */
  apply(row: JobRow, change: JobChange): JobRow {
    this.#insertMessages(row.seq, row.lastMessage, change.messages)
    this.insertEvents(row.seq, row.lastEvent, change.events)
    if (change.discardUnread) {
      this.#database.run(
        "UPDATE job_messages SET state = 'discarded' WHERE job = ? AND state = 'unread'",
        row.seq,
      )
    }
    const begins = row.job.status !== 'active' && change.job.status === 'active'
    return {
      ...row,
      job: change.job,
      leaseToken: row.leaseToken + (change.revokeLease ? 1 : 0),
      ...((begins || change.revokeLease) && {
        leaseWorker: null,
        availableAt: this.#now(),
        attempts: 0,
        waits: 0,
        waitingSince: null,
        openStep: null,
      }),
      lastMessage: row.lastMessage + change.messages.length,
      lastEvent: row.lastEvent + change.events.length,
    }
  }

  write(row: JobRow): void {
    const { job } = row
    const { pull_number, pull_ended, merged_at } = pullColumns(job)
    this.#database.run(
      `UPDATE jobs SET status = ?, archived = ?, repository = ?, ref = ?, pull_number = ?, pull_ended = ?, merged_at = ?, updated_at = ?, lease_token = ?,
         lease_worker = ?, available_at = ?, attempts = ?, waits = ?, waiting_since = ?, open_step = ?,
         last_message = ?, last_event = ?, last_step = ?, stored_bytes = ?, notice = ?, body = ? WHERE seq = ?`,
      job.status,
      job.archivedAt === null ? 0 : 1,
      job.source.repository,
      job.source.ref,
      pull_number,
      Number(pull_ended),
      merged_at,
      job.updatedAt,
      row.leaseToken,
      row.leaseWorker,
      row.availableAt,
      row.attempts,
      row.waits,
      row.waitingSince,
      row.openStep,
      row.lastMessage,
      row.lastEvent,
      row.lastStep,
      row.storedBytes,
      row.notice,
      JSON.stringify(job),
      row.seq,
    )
    this.#outbox.add(row.stored, job)
  }

  /** Adds what a wait says, to the events and to the job itself. */
  postpone(row: JobRow, { events, waiting }: Pick<Wait, 'events' | 'waiting'>): void {
    this.append({ ...row, openStep: null }, events)
    const job = withWaiting(row.job, waiting)
    this.#database.run('UPDATE jobs SET body = ? WHERE seq = ?', JSON.stringify(job), row.seq)
  }

  /** Adds events that belong to no recorded step. */
  append(row: JobRow, events: readonly JobEvent[]): void {
    this.insertEvents(row.seq, row.lastEvent, events)
    this.#database.run(
      'UPDATE jobs SET last_event = ?, open_step = ? WHERE seq = ?',
      row.lastEvent + events.length,
      openStepAfter(row.openStep, events),
      row.seq,
    )
  }

  /** @param last sequence of the newest event there is */
  insertEvents(seq: number, last: number, events: readonly JobEvent[]): void {
    const at = this.#now()
    for (const [index, event] of events.entries()) {
      this.#database.run(
        'INSERT INTO job_events (job, sequence, at, event) VALUES (?, ?, ?, ?)',
        seq,
        last + index + 1,
        at,
        JSON.stringify(event),
      )
    }
  }

  markRead(seq: number, ids: readonly string[]): void {
    for (const id of ids) {
      this.#database.run(
        "UPDATE job_messages SET state = 'read' WHERE job = ? AND body ->> '$.id' = ? AND state = 'unread'",
        seq,
        id,
      )
    }
  }

  hasUnread(seq: number): boolean {
    return (
      this.#database.get("SELECT 1 FROM job_messages WHERE job = ? AND state = 'unread' LIMIT 1", seq) !==
      undefined
    )
  }

  #insertMessages(seq: number, last: number, messages: JobChange['messages']): void {
    for (const [index, message] of messages.entries()) {
      this.#database.run(
        "INSERT INTO job_messages (job, position, state, body) VALUES (?, ?, 'unread', ?)",
        seq,
        last + index + 1,
        JSON.stringify(message),
      )
    }
  }
}
