import {
  type CallOptions,
  type Claim,
  type IdempotencyClaim,
  IdempotencyInUse,
  type Job,
  type JobChange,
  type JobEvent,
  type JobId,
  type JobQueue,
  type JobStore,
  type Lease,
  type Logger,
  type Outage,
  type RecordedStep,
  type StepDraft,
  type StoredJobEvent,
  type Wait,
} from '@docent/core/plugin'
import { forgetCommits, type Postgres } from '@docent/postgres'
import { JobRecords, prepareStep } from '@docent/sql'
import { PostgresSql } from '../postgres-sql.ts'
import { countQueue } from './job-claims.ts'
import { applyChange, type JobDelta, nameOf, replyOf } from './job-delta.ts'
import { JobNews } from './job-news.ts'
import { assertHeld, type JobRow } from './job-row.ts'
import { type JobWriteQueue, jobWriteQueue } from './job-write-queue.ts'
import type { JobView, JobWrite } from './job-writes.ts'
import { appended, excused, extended, postponed, recorded, released, settled } from './run-deltas.ts'
import { StoreClock } from './store-clock.ts'
import type { Work } from './work.ts'

interface Change {
  id: JobId
  run(view: JobView): JobDelta<unknown> | undefined
  needsUnread?: boolean
  blobs?: readonly Buffer[]
  idempotency?: IdempotencyClaim | undefined
  isNotice?: boolean
  work?: Work
}

/**
 * The JobStore in PostgreSQL, for any number of servers and workers. Leases go by the database's clock.
 *
 * @example
 * const store = new PostgresJobStore(postgres)
 * await store.start()
 * const claim = await store.claim('worker-1', 15_000)
 */
export class PostgresJobStore extends JobRecords implements JobStore {
  readonly #postgres: Postgres
  readonly #clock: StoreClock
  readonly #news: JobNews
  readonly #queue: JobWriteQueue

  /** @param now stands in for the database's clock, and `sweepMs` for the time between two looks, in tests */
  constructor(
    postgres: Postgres,
    { now, logger, sweepMs }: { now?: () => number; logger?: Logger; sweepMs?: number } = {},
  ) {
    super(new PostgresSql(postgres, now))
    this.#postgres = postgres
    this.#clock = new StoreClock(now)
    this.#news = new JobNews(postgres, this.#clock, logger, sweepMs)
    this.#queue = jobWriteQueue(postgres, this.#clock, this.#news, now)
  }

  /** Begins to listen. The database is open by then, and its schema there. */
  async start(): Promise<void> {
    await this.#clock.adjust(this.#postgres)
    this.#news.start()
  }

  /** Commits what is queued and ends all waits. */
  async stop(): Promise<void> {
    await this.#queue.drained()
    await this.#news.stop()
  }

  /** False while commits of other processes are found by looking, and not heard of. */
  get isHearing(): boolean {
    return this.#news.isHearing
  }

  async create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job> {
    const { id } = change.job
    const needs = [id, ...(idempotency ? [nameOf(idempotency)] : [])]
    const job = (await this.#queue.add(
      'create',
      { create: { change, idempotency } },
      needs,
      options?.signal,
    )) as Job
    this.#news.committed({ id, isNotice: false, work: 'new' })
    return job
  }

  update(
    id: JobId,
    change: (job: Job) => JobChange,
    idempotency?: IdempotencyClaim,
    options?: CallOptions,
  ): Promise<Job | undefined> {
    const run = ({ row, now, isReplied }: JobView): JobDelta<Job> | undefined => {
      if (!row) return undefined
      if (idempotency && isReplied(idempotency.organizationId, idempotency.key)) throw new IdempotencyInUse()
      const delta = applyChange(row, change(row.job), now)
      const reply = idempotency && replyOf(idempotency, delta.result)
      return { ...delta, row: { ...delta.row, notice: row.notice + 1 }, ...(reply && { reply }) }
    }
    const about = { needsUnread: true, idempotency, isNotice: true, work: 'new' as const }
    return this.#write({ id, run, ...about }, options) as Promise<Job | undefined>
  }

  async claim(worker: string, leaseMs: number, options?: CallOptions): Promise<Claim | undefined> {
    const signal = options?.signal
    const claim = { worker, leaseMs, signal }
    return (await this.#queue.add('claim', { claim }, [], signal)) as Claim | undefined
  }

  queue(options?: CallOptions): Promise<JobQueue> {
    return countQueue(this.#postgres, this.#clock, options)
  }

  extend(lease: Lease, leaseMs: number, options?: CallOptions): Promise<void> {
    return this.#held(lease, {}, options, (row, view) => extended(row, view, leaseMs))
  }

  release(lease: Lease, options?: CallOptions): Promise<void> {
    return this.#held(lease, { work: 'new' }, options, released)
  }

  async excuse(lease: Lease, options?: CallOptions): Promise<void> {
    await this.#write({ id: lease.jobId, run: ({ row }) => excused(row, lease) }, options)
  }

  async postpone(
    lease: Lease,
    plan: (outage: Outage) => Wait | undefined,
    options?: CallOptions,
  ): Promise<boolean> {
    const write = (row: JobRow, view: JobView) => postponed(row, view, plan)
    return (await this.#held(lease, { work: 'freed' }, options, write)) ?? false
  }

  async record(
    lease: Lease,
    draft: StepDraft,
    events: readonly JobEvent[],
    change?: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<RecordedStep> {
    const prepared = prepareStep(draft)
    const blobs = prepared.hashes.filter((hash) => hash !== null)
    const write = (row: JobRow, view: JobView) => recorded(row, view, prepared, events, change)
    return this.#held(lease, { needsUnread: true, blobs }, options, write)
  }

  append(lease: Lease, events: readonly JobEvent[], options?: CallOptions): Promise<void> {
    return this.#held(lease, {}, options, (row) => appended(row, events))
  }

  settle(
    lease: Lease,
    change: (job: Job) => JobChange,
    onContinue: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<'settled' | 'continue'> {
    const write = (row: JobRow, view: JobView) => settled(row, view, change, onContinue)
    return this.#held(lease, { needsUnread: true, work: 'freed' }, options, write)
  }

  events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    return this.#news.events(id, after, options)
  }

  watch(id: JobId, onChange: () => void): Disposable {
    return this.#news.watch(id, onChange)
  }

  waitForWork(timeoutMs: number, options?: CallOptions): Promise<void> {
    return this.#news.waitForWork(timeoutMs, options)
  }

  override async prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    await forgetCommits(this.#postgres)
    await super.prune(before, options)
  }

  /** A write of the lease's holder; it answers what `change` does, undefined when that writes nothing. */
  #held<Delta extends JobDelta<unknown> | undefined>(
    lease: Lease,
    about: Pick<Change, 'needsUnread' | 'blobs' | 'work'>,
    options: CallOptions | undefined,
    change: (row: JobRow, view: JobView) => Delta,
  ): Promise<Delta extends JobDelta<infer Result> ? Result : undefined> {
    const run = (view: JobView) => {
      assertHeld(view.row, lease)
      const delta = change(view.row, view)
      return delta && { ...delta, work: about.work }
    }
    return this.#write({ id: lease.jobId, run, ...about }, options) as Promise<
      Delta extends JobDelta<infer Result> ? Result : undefined
    >
  }

  async #write(change: Change, options: CallOptions | undefined): Promise<unknown> {
    const { id, idempotency, needsUnread = false, blobs = [], run, isNotice = false, work } = change
    const needs = [id, ...(idempotency ? [nameOf(idempotency)] : [])]
    const write: JobWrite = { id, run, needsUnread, blobs, key: idempotency }
    const result = await this.#queue.add('change', { change: write }, needs, options?.signal)
    this.#news.committed({ id, isNotice, work })
    return result
  }
}
