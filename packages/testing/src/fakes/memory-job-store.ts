import {
  type CallOptions,
  type Claim,
  type Clock,
  checkChangedFiles,
  checkJobBytes,
  DocentError,
  type IdempotencyClaim,
  IdempotencyInUse,
  type IdempotencyRecord,
  type Job,
  type JobActivity,
  type JobChange,
  type JobEvent,
  type JobId,
  type JobMessage,
  type JobPage,
  type JobQuery,
  type JobStore,
  type Lease,
  LeaseLost,
  type OrganizationId,
  type Outage,
  type OutboxMessage,
  outboxMessages,
  type ProjectId,
  parseStored,
  type RecordedStep,
  type ReportPeriod,
  type StepDraft,
  type StoredJobEvent,
  stringifyStored,
  type Wait,
} from '@docent/core'
import { jobActivity, listJobs } from './list-jobs.ts'
import { type MemoryJob, newMemoryJob, withEvents, withMessageState, withMessages } from './memory-job.ts'
import { MemoryJobNews } from './memory-job-news.ts'

/** Holds the lease of a job that waits: a lease that nobody can write under, and that runs out when the wait ends. */
const WAITING = '(waiting)'

type StoredReply = IdempotencyRecord & { expiresAt: number }

/** A complete JobStore in memory, for tests, which can plant a fault in any of its protected members. */
export class MemoryJobStore implements JobStore {
  protected readonly rows = new Map<string, MemoryJob>()
  protected readonly replies = new Map<string, StoredReply>()
  /** By their ids, the oldest first. */
  protected readonly told = new Map<string, OutboxMessage>()
  readonly #clock: Clock
  readonly #news = new MemoryJobNews({
    find: (id) => this.rows.get(id),
    anyWaiting: () => this.nextClaimable() !== undefined,
    untilNextExpiry: () => this.#untilNextExpiry(),
  })
  #offset = 0
  #created = 0

  constructor(clock: Clock = { now: () => Date.now() }) {
    this.#clock = clock
  }

  /** Moves the store's time and wakes whoever waits for a lease to run out. */
  advance(ms: number): void {
    this.#offset += ms
    this.#news.wake()
  }

  /** The events there are now, without waiting for more. */
  storedEvents(id: JobId): StoredJobEvent[] {
    return structuredClone([...(this.rows.get(id)?.events ?? [])])
  }

  async create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job> {
    options?.signal?.throwIfAborted()
    if (idempotency) this.refuseUsedKey(idempotency)
    const { id } = change.job
    if (this.rows.has(id)) throw new DocentError('conflict', `A job with the id ${id} is there already.`)
    const row = this.apply(newMemoryJob(change.job, this.#created + 1, this.now()), change)
    const reply = idempotency && replyTo(idempotency, row.job)
    this.#created += 1
    this.commit(row, reply)
    return structuredClone(row.job)
  }

  async update(
    id: JobId,
    change: (job: Job) => JobChange,
    idempotency?: IdempotencyClaim,
    options?: CallOptions,
  ): Promise<Job | undefined> {
    options?.signal?.throwIfAborted()
    const row = this.rows.get(id)
    if (!row) return undefined
    if (idempotency) this.refuseUsedKey(idempotency)
    const changed = this.apply(row, change(structuredClone(row.job)))
    this.commit({ ...changed, notice: row.notice + 1 }, idempotency && replyTo(idempotency, changed.job))
    return structuredClone(changed.job)
  }

  async replay(
    organization: OrganizationId,
    key: string,
    options?: CallOptions,
  ): Promise<IdempotencyRecord | undefined> {
    options?.signal?.throwIfAborted()
    const reply = this.replies.get(JSON.stringify([organization, key]))
    if (!reply || reply.expiresAt <= this.now()) return undefined
    const { expiresAt: _, ...record } = structuredClone(reply)
    return record
  }

  async get(id: JobId, options?: CallOptions): Promise<Job | undefined> {
    options?.signal?.throwIfAborted()
    return structuredClone(this.rows.get(id)?.job)
  }

  async list(query: JobQuery, options?: CallOptions): Promise<JobPage> {
    options?.signal?.throwIfAborted()
    return listJobs(
      Array.from(this.rows.values(), ({ job }) => job),
      query,
    )
  }

  async activity(project: ProjectId, period: ReportPeriod): Promise<JobActivity[]> {
    return jobActivity([...this.rows.values()], project, period)
  }

  async findByPullRequest(
    repository: string,
    number: number,
    options?: CallOptions,
  ): Promise<Job | undefined> {
    options?.signal?.throwIfAborted()
    const newest = [...this.rows.values()]
      .filter(({ job }) => job.source.repository === repository && job.pullRequest?.number === number)
      .sort((a, b) => b.job.createdAt - a.job.createdAt || b.seq - a.seq)[0]
    return structuredClone(newest?.job)
  }

  async messages(id: JobId, options?: CallOptions): Promise<JobMessage[]> {
    options?.signal?.throwIfAborted()
    return structuredClone([...(this.rows.get(id)?.messages ?? [])])
  }

  async steps(id: JobId, options?: CallOptions): Promise<RecordedStep[]> {
    options?.signal?.throwIfAborted()
    return (this.rows.get(id)?.steps ?? []).map((step) => parseStored(step) as RecordedStep)
  }

  async claim(worker: string, leaseMs: number, options?: CallOptions): Promise<Claim | undefined> {
    options?.signal?.throwIfAborted()
    const row = this.nextClaimable()
    if (!row) return undefined
    const { repository, ref } = row.job.source
    for (const other of this.rows.values()) {
      if (other === row || other.worker === null) continue
      if (other.job.source.repository !== repository || other.job.source.ref !== ref) continue
      // Its lease ran out: with the branch in other hands its worker must not write again.
      this.rows.set(other.id, { ...other, token: other.token + 1, worker: null })
    }
    const token = row.token + 1
    const attempts = row.attempts + 1
    this.commit({ ...row, token, worker, attempts, availableAt: this.now() + leaseMs })
    return { lease: { jobId: row.id, token, worker }, job: structuredClone(row.job), attempts }
  }

  async extend(lease: Lease, leaseMs: number, options?: CallOptions): Promise<void> {
    const row = this.holding(lease, options)
    this.commit({ ...row, availableAt: this.now() + leaseMs })
  }

  async release(lease: Lease, options?: CallOptions): Promise<void> {
    const row = this.holding(lease, options)
    this.commit({
      ...row,
      worker: null,
      // Before all that nobody has begun.
      availableAt: 0,
      attempts: Math.max(0, row.attempts - 1),
    })
  }

  async postpone(
    lease: Lease,
    plan: (outage: Outage) => Wait | undefined,
    options?: CallOptions,
  ): Promise<boolean> {
    const row = this.holding(lease, options)
    const now = this.now()
    const since = row.waitingSince ?? now
    const wait = plan({ waits: row.waits, ms: now - since, now })
    if (!wait) return false
    this.commit({
      ...withEvents(row, wait.events, now),
      worker: WAITING,
      availableAt: now + Math.ceil(wait.delayMs),
      attempts: Math.max(0, row.attempts - 1),
      waits: row.waits + 1,
      waitingSince: since,
    })
    return true
  }

  async record(
    lease: Lease,
    step: StepDraft,
    events: readonly JobEvent[],
    change?: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<RecordedStep> {
    const row = this.holding(lease, options)
    const contents = this.measure(row, step)
    const recorded: RecordedStep = { ...step, index: row.lastStep + 1, at: this.now() }
    const stored = stringifyStored(recorded)
    const read = withMessageState(row, 'read', (message) => step.read.includes(message.id))
    this.commit({
      ...withEvents(read, events, recorded.at),
      job: change ? structuredClone(change(structuredClone(row.job))) : row.job,
      steps: [...row.steps, stored],
      lastStep: recorded.index,
      contents,
      attempts: 0,
      waits: 0,
      waitingSince: null,
    })
    return parseStored(stored) as RecordedStep
  }

  async append(lease: Lease, events: readonly JobEvent[], options?: CallOptions): Promise<void> {
    this.commit(withEvents(this.holding(lease, options), events, this.now()))
  }

  async settle(
    lease: Lease,
    change: (job: Job) => JobChange,
    onContinue: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<'settled' | 'continue'> {
    const row = this.holding(lease, options)
    if (this.hasUnread(row)) {
      this.commit({ ...row, job: structuredClone(onContinue(structuredClone(row.job))) })
      return 'continue'
    }
    const settled = this.apply(row, change(structuredClone(row.job)))
    this.commit({ ...settled, worker: null, availableAt: this.now() })
    return 'settled'
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

  async outbox(limit: number, options?: CallOptions): Promise<OutboxMessage[]> {
    options?.signal?.throwIfAborted()
    return structuredClone([...this.told.values()].slice(0, limit))
  }

  async dispatched(ids: readonly string[], options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    for (const id of ids) this.told.delete(id)
  }

  async idleSince(before: number, limit: number, options?: CallOptions): Promise<Job[]> {
    options?.signal?.throwIfAborted()
    return [...this.rows.values()]
      .map((row) => row.job)
      .filter((job) => job.status !== 'active' && job.archivedAt === null && job.updatedAt < before)
      .sort((a, b) => a.updatedAt - b.updatedAt)
      .slice(0, limit)
      .map((job) => structuredClone(job))
  }

  async prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    for (const [key, reply] of this.replies) if (reply.expiresAt <= this.now()) this.replies.delete(key)
    for (const row of this.rows.values()) {
      if (row.job.status === 'active') continue
      const pruned = { ...row }
      if (row.job.updatedAt < before.steps) Object.assign(pruned, { steps: [], contents: new Map() })
      if (row.job.updatedAt < before.events) Object.assign(pruned, { events: [] })
      this.rows.set(row.id, pruned)
    }
  }

  protected now(): number {
    return this.#clock.now() + this.#offset
  }

  /** The row as the change makes it; commits nothing. */
  protected apply(row: MemoryJob, change: JobChange): MemoryJob {
    let next = withEvents(withMessages(row, change.messages), change.events, this.now())
    next = { ...next, job: structuredClone(change.job) }
    if (change.discardUnread) next = withMessageState(next, 'discarded', () => true)
    const free = { worker: null, availableAt: this.now(), waits: 0, waitingSince: null }
    if (change.revokeLease) next = { ...next, ...free, token: row.token + 1 }
    if (row.job.status !== 'active' && next.job.status === 'active') next = { ...next, ...free }
    return next
  }

  protected commit(row: MemoryJob, reply?: [key: string, reply: StoredReply]): void {
    this.tell(this.rows.get(row.id)?.job, row.job)
    this.rows.set(row.id, row)
    if (reply) this.replies.set(...reply)
    this.#news.wake()
  }

  protected tell(before: Job | undefined, after: Job): void {
    for (const message of outboxMessages(before, after, this.now())) {
      if (!this.told.has(message.id)) this.told.set(message.id, structuredClone(message))
    }
  }

  /** @throws LeaseLost */
  protected holding(lease: Lease, options: CallOptions | undefined): MemoryJob {
    options?.signal?.throwIfAborted()
    const row = this.rows.get(lease.jobId)
    if (!row || !this.isCurrent(row, lease)) throw new LeaseLost()
    return row
  }

  protected isCurrent(row: MemoryJob, lease: Lease): boolean {
    return row.worker === lease.worker && row.token === lease.token
  }

  protected isLeased(row: MemoryJob): boolean {
    return row.worker !== null && row.availableAt > this.now()
  }

  protected branchIsTaken(row: MemoryJob): boolean {
    const { repository, ref } = row.job.source
    return [...this.rows.values()].some(
      (other) =>
        this.isLeased(other) && other.job.source.repository === repository && other.job.source.ref === ref,
    )
  }

  protected nextClaimable(): MemoryJob | undefined {
    return [...this.rows.values()]
      .filter((row) => row.job.status === 'active' && !this.isLeased(row) && !this.branchIsTaken(row))
      .sort(
        (a, b) =>
          Number(b.worker !== null) - Number(a.worker !== null) ||
          a.availableAt - b.availableAt ||
          a.seq - b.seq,
      )[0]
  }

  protected hasUnread(row: MemoryJob): boolean {
    return row.messages.some((message) => message.state === 'unread')
  }

  /** @throws IdempotencyInUse */
  protected refuseUsedKey({ organizationId, key }: IdempotencyClaim): void {
    const reply = this.replies.get(JSON.stringify([organizationId, key]))
    if (reply && reply.expiresAt > this.now()) throw new IdempotencyInUse()
  }

  /** What the job holds with this step. @throws DocentError `invalid_request` over a limit */
  protected measure(row: MemoryJob, step: StepDraft): ReadonlyMap<string, number> {
    checkChangedFiles(step.changes)
    const contents = new Map(row.contents)
    for (const { content } of step.changes) {
      if (content !== null) contents.set(Buffer.from(content).toString('latin1'), content.byteLength)
    }
    checkJobBytes([...contents.values()].reduce((sum, bytes) => sum + bytes, 0))
    return contents
  }

  /** Milliseconds; Infinity when nothing is leased. */
  #untilNextExpiry(): number {
    const expiries = [...this.rows.values()]
      .filter((row) => this.isLeased(row))
      .map((row) => row.availableAt - this.now())
    return Math.min(...expiries)
  }
}

function replyTo(claim: IdempotencyClaim, job: Job): [string, StoredReply] {
  const { organizationId, key, fingerprint, expiresAt } = claim
  const reply = { fingerprint, jobId: job.id, expiresAt, ...claim.respond(structuredClone(job)) }
  return [JSON.stringify([organizationId, key]), structuredClone(reply)]
}
