import {
  type CallOptions,
  type Claim,
  type ClaimOptions,
  type IdempotencyClaim,
  type Job,
  type JobChange,
  type JobEvent,
  type JobId,
  type JobPlace,
  type JobQueue,
  type JobStore,
  type Lease,
  LeaseLost,
  type Outage,
  type ProjectId,
  type RecordedStep,
  type StepDraft,
  type StoredJobEvent,
  type Wait,
} from '@docent/core/plugin'
import { sql } from '../statements/sql.ts'
import type { SqlDatabase, Steps } from '../statements/sql-database.ts'
import type { JobNews } from './job-news.ts'
import { type Claimer, claimJobs, countQueue, lookForWork, type Outlook, placesOf } from './job-queue.ts'
import { JobRecords } from './job-records.ts'
import { lockJob } from './job-row.ts'
import { append, excuse, postpone, record, release, settle } from './job-runs.ts'
import { applyChange, insertJobs, type NewJob, refuseUsedKey, storeReply, writeRow } from './job-writes.ts'
import { prepareStep } from './prepare-step.ts'
import { SharedLook } from './shared-look.ts'
import { SharedWrites } from './shared-writes.ts'

/** Whom a commit concerns, beside those who read the job. What may add to the outbox concerns workers, too. */
const NOBODY = { isNotice: false, isWork: false }
const WORKERS = { isNotice: false, isWork: true }
const EVERYONE = { isNotice: true, isWork: true }

/** What a worker writes of the job that it holds. */
interface RunWrite {
  readonly id: JobId
  readonly write: () => Steps<unknown>
}

/** The JobStore in a database that runs the statements of this package. */
export class SqlJobStore extends JobRecords implements JobStore {
  readonly #database: SqlDatabase
  readonly #news: JobNews
  readonly #look: SharedLook<Outlook>
  /** The writes of a job begin in the order of their calls. */
  readonly #lines = new Map<string, Promise<unknown>>()
  readonly #creates: SharedWrites<NewJob, Job>
  readonly #claims: SharedWrites<Claimer, Claim | undefined>
  readonly #runs: SharedWrites<RunWrite, unknown>
  /** The last claim got a job: the next one does not look before. */
  #isBusy = false
  #shares: ClaimOptions['shares']

  constructor(database: SqlDatabase, news: JobNews) {
    super(database)
    this.#database = database
    this.#news = news
    const isSharing = !database.isBlocking
    this.#creates = new SharedWrites(isSharing, (jobs, options) =>
      database.transaction(() => insertJobs(database, jobs), options),
    )
    // One look at the lines serves all of them, in either database.
    this.#claims = new SharedWrites(true, (claimers, options) =>
      database.transaction(() => claimJobs(database, claimers), options),
    )
    this.#runs = new SharedWrites(isSharing, (writes, options) => this.#together(writes, options))
    this.#look = new SharedLook(() => lookForWork(database, this.#shares))
  }

  async create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job> {
    const { id } = change.job
    options?.signal?.throwIfAborted()
    const job = await this.#inLine(id, () => this.#creates.add({ change, idempotency }, options))
    this.#news.committed({ id, ...WORKERS })
    return job
  }

  update(
    id: JobId,
    change: (job: Job) => JobChange,
    idempotency?: IdempotencyClaim,
    options?: CallOptions,
  ): Promise<Job | undefined> {
    const database = this.#database
    const write = function* (): Steps<Job | undefined> {
      const locked = yield* lockJob(database, id)
      if (!locked) return undefined
      yield* refuseUsedKey(database, idempotency)
      const changed = yield* applyChange(locked, change(locked.row.job))
      yield* writeRow(locked, changed)
      yield* storeReply(database, idempotency, changed.job)
      return changed.job
    }
    return this.#commit(id, EVERYONE, () => database.transaction(write, options))
  }

  async claim(worker: string, leaseMs: number, options: ClaimOptions = {}): Promise<Claim | undefined> {
    options.signal?.throwIfAborted()
    // Idle workers only read, and so never hold up a writer.
    if (!this.#isBusy && !(await this.#lookFor(options)).isWaiting) return undefined
    const claimer = { worker, leaseMs, shares: options.shares }
    const claim = await this.#claims.add(claimer, options)
    this.#isBusy = claim !== undefined
    return claim
  }

  queue(options?: CallOptions): Promise<JobQueue> {
    return countQueue(this.#database, options)
  }

  places(
    project: ProjectId,
    ids?: readonly JobId[],
    options?: CallOptions,
  ): Promise<ReadonlyMap<JobId, JobPlace>> {
    return placesOf(this.#database, project, ids, options)
  }

  async extend({ jobId, token, worker }: Lease, leaseMs: number, options?: CallOptions): Promise<void> {
    const { count } = await this.#database.write(
      () => sql`UPDATE docent.jobs SET available_at = ${this.#database.now()} + ${Math.ceil(leaseMs)}
        WHERE id = ${jobId} AND lease_token = ${token} AND lease_worker = ${worker}`,
      options,
    )
    if (count === 0) throw new LeaseLost()
  }

  release(lease: Lease, options?: CallOptions): Promise<void> {
    return this.#commitRun(lease, WORKERS, () => release(this.#database, lease), options)
  }

  excuse(lease: Lease, options?: CallOptions): Promise<void> {
    return this.#commitRun(lease, NOBODY, () => excuse(this.#database, lease), options)
  }

  postpone(
    lease: Lease,
    plan: (outage: Outage) => Wait | undefined,
    options?: CallOptions,
  ): Promise<boolean> {
    return this.#commitRun(lease, WORKERS, () => postpone(this.#database, lease, plan), options)
  }

  async record(
    lease: Lease,
    draft: StepDraft,
    events: readonly JobEvent[],
    change?: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<RecordedStep> {
    const prepared = prepareStep(draft)
    const write = () => record(this.#database, lease, prepared, events, change)
    // Those that add blobs would wait for each other's.
    const concerns = change ? WORKERS : NOBODY
    if (draft.changes.length === 0) return this.#commitRun(lease, concerns, write, options)
    return this.#commit(lease.jobId, concerns, () => this.#database.transaction(write, options))
  }

  append(lease: Lease, events: readonly JobEvent[], options?: CallOptions): Promise<void> {
    return this.#commitRun(lease, NOBODY, () => append(this.#database, lease, events), options)
  }

  settle(
    lease: Lease,
    change: (job: Job) => JobChange,
    onContinue: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<'settled' | 'continue'> {
    const write = () => settle(this.#database, lease, change, onContinue)
    return this.#commitRun(lease, WORKERS, write, options)
  }

  events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    return this.#news.events(id, after, options)
  }

  watch(id: JobId, onChange: () => void): Disposable {
    return this.#news.watch(id, onChange)
  }

  watchOutbox(onChange: () => void): Disposable {
    return this.#news.watchOutbox(onChange)
  }

  waitForWork(timeoutMs: number, options: ClaimOptions = {}): Promise<void> {
    return this.#news.waitForWork(() => this.#lookFor(options), timeoutMs, options)
  }

  /** Resolves when no write of a job is under way. */
  protected async drained(): Promise<void> {
    await Promise.all(this.#lines.values())
  }

  #lookFor({ shares }: ClaimOptions): Promise<Outlook> {
    this.#shares = shares
    return this.#look.look()
  }

  /** Shares a transaction with what other runs write at the same time. */
  #commitRun<Result>(
    { jobId: id }: Lease,
    concerns: typeof NOBODY,
    write: () => Steps<Result>,
    options: CallOptions | undefined,
  ): Promise<Result> {
    return this.#commit(id, concerns, () => this.#runs.add({ id, write }, options) as Promise<Result>)
  }

  /** In the order of the jobs: two transactions that lock the same ones wait for each other in one direction. */
  async #together(writes: readonly RunWrite[], options: CallOptions | undefined): Promise<unknown[]> {
    const sorted = writes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const results = await this.#database.together(
      sorted.map(({ write }) => write),
      options,
    )
    return writes.map((each) => results[sorted.indexOf(each)])
  }

  async #commit<Result>(id: JobId, concerns: typeof NOBODY, write: () => Promise<Result>): Promise<Result> {
    const result = await this.#inLine(id, write)
    this.#news.committed({ id, ...concerns })
    return result
  }

  /** A blocking database keeps the order by itself. */
  #inLine<Result>(id: JobId, call: () => Promise<Result>): Promise<Result> {
    if (this.#database.isBlocking) return call()
    const before = this.#lines.get(id)
    const turn = before ? before.then(call, call) : call()
    const end = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#lines.get(id) === end) this.#lines.delete(id)
      })
    this.#lines.set(id, end)
    return turn
  }
}
