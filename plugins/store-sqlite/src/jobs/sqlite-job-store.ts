import {
  type CallOptions,
  type Claim,
  DocentError,
  type IdempotencyClaim,
  type Job,
  type JobChange,
  type JobEvent,
  type JobId,
  type JobQueue,
  type JobStore,
  type Lease,
  type Outage,
  type RecordedStep,
  type StepDraft,
  type StoredJobEvent,
  type Wait,
  withoutWaiting,
} from '@docent/core/plugin'
import { JobRecords, prepareStep } from '@docent/sql'
import type { Database } from '../database.ts'
import { isConstraintViolation } from '../map-error.ts'
import { SqliteSql } from '../sqlite-sql.ts'
import { JobClaims } from './job-claims.ts'
import { JobNews } from './job-news.ts'
import { JobReplies } from './job-replies.ts'
import { JobRows } from './job-rows.ts'
import { JobSteps } from './job-steps.ts'

/**
 * The JobStore in one SQLite file, safe beside other processes on the same file. `now` is the clock that leases and
 * expiry go by, in milliseconds since the epoch: all processes of a file must share it.
 *
 * @example
 * const store = new SqliteJobStore(database)
 * const claim = await store.claim('worker-1', 15_000)
 */
export class SqliteJobStore extends JobRecords implements JobStore {
  readonly #database: Database
  readonly #now: () => number
  readonly #rows: JobRows
  readonly #claims: JobClaims
  readonly #steps: JobSteps
  readonly #replies: JobReplies
  readonly #news: JobNews

  constructor(
    database: Database,
    now: () => number = Date.now,
    readonly isInDataDirectory = false,
  ) {
    super(new SqliteSql(database, now))
    this.#database = database
    this.#now = now
    this.#rows = new JobRows(database, now)
    this.#claims = new JobClaims(database, now)
    this.#steps = new JobSteps(database, now)
    this.#replies = new JobReplies(database, now)
    this.#news = new JobNews(database, this.#claims)
  }

  create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job> {
    const { job } = change
    const write = () => {
      this.#replies.refuseUsed(idempotency)
      this.#insert(change)
      this.#replies.store(idempotency, job)
      return job
    }
    return this.#commit(job.id, true, write, options)
  }

  update(
    id: JobId,
    change: (job: Job) => JobChange,
    idempotency?: IdempotencyClaim,
    options?: CallOptions,
  ): Promise<Job | undefined> {
    const write = () => {
      const row = this.#rows.find(id)
      if (!row) return undefined
      this.#replies.refuseUsed(idempotency)
      const changed = this.#rows.apply(row, change(row.job))
      this.#rows.write({ ...changed, notice: row.notice + 1 })
      this.#replies.store(idempotency, changed.job)
      return changed.job
    }
    return this.#commit(id, true, write, options)
  }

  async claim(worker: string, leaseMs: number, options?: CallOptions): Promise<Claim | undefined> {
    options?.signal?.throwIfAborted()
    // Idle workers only read, and so never hold up a writer.
    if (!this.#claims.anyWaiting()) return undefined
    return this.#database.transaction(() => this.#claims.claim(worker, leaseMs), options)
  }

  async queue(options?: CallOptions): Promise<JobQueue> {
    options?.signal?.throwIfAborted()
    return this.#claims.queue()
  }

  extend(lease: Lease, leaseMs: number, options?: CallOptions): Promise<void> {
    return this.#commit(lease.jobId, false, () => this.#claims.extend(lease, leaseMs), options)
  }

  release(lease: Lease, options?: CallOptions): Promise<void> {
    return this.#commit(lease.jobId, true, () => this.#claims.release(lease), options)
  }

  excuse(lease: Lease, options?: CallOptions): Promise<void> {
    return this.#commit(lease.jobId, false, () => this.#claims.excuse(lease), options)
  }

  postpone(
    lease: Lease,
    plan: (outage: Outage) => Wait | undefined,
    options?: CallOptions,
  ): Promise<boolean> {
    const write = () => {
      const row = this.#rows.held(lease)
      const wait = this.#claims.postpone(lease, row, plan)
      if (wait) this.#rows.postpone(row, wait)
      return wait !== undefined
    }
    return this.#commit(lease.jobId, true, write, options)
  }

  async record(
    lease: Lease,
    draft: StepDraft,
    events: readonly JobEvent[],
    change?: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<RecordedStep> {
    const prepared = prepareStep(draft)
    const write = () => {
      const row = this.#rows.held(lease)
      const { step, storedBytes } = this.#steps.insert(row, prepared)
      this.#rows.markRead(row.seq, draft.read)
      this.#rows.insertEvents(row.seq, row.lastEvent, events)
      this.#rows.write({
        ...row,
        job: withoutWaiting(change ? change(row.job) : row.job),
        lastEvent: row.lastEvent + events.length,
        lastStep: step.index,
        storedBytes,
        attempts: 0,
        waits: 0,
        waitingSince: null,
        openStep: null,
      })
      return step
    }
    return this.#commit(lease.jobId, false, write, options)
  }

  append(lease: Lease, events: readonly JobEvent[], options?: CallOptions): Promise<void> {
    const write = () => this.#rows.append(this.#rows.held(lease), events)
    return this.#commit(lease.jobId, false, write, options)
  }

  settle(
    lease: Lease,
    change: (job: Job) => JobChange,
    onContinue: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<'settled' | 'continue'> {
    const write = () => {
      const row = this.#rows.held(lease)
      if (this.#rows.hasUnread(row.seq)) {
        this.#rows.write({ ...row, job: onContinue(row.job) })
        return 'continue'
      }
      this.#rows.write({
        ...this.#rows.apply(row, change(row.job)),
        leaseWorker: null,
        availableAt: this.#now(),
      })
      return 'settled'
    }
    return this.#commit(lease.jobId, true, write, options)
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

  async #commit<Result>(
    id: JobId,
    work: boolean,
    write: () => Result,
    options: CallOptions | undefined,
  ): Promise<Result> {
    const result = await this.#database.transaction(write, options)
    this.#news.committed(id, work)
    return result
  }

  #insert(change: JobChange): void {
    try {
      this.#rows.insert(change)
    } catch (error) {
      if (!isConstraintViolation(error)) throw error
      throw new DocentError('conflict', `A job with the id ${change.job.id} is there already.`, {
        cause: error,
      })
    }
  }
}
