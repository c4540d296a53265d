import {
  type CallOptions,
  type Claim,
  type ClaimOptions,
  DocentError,
  type IdempotencyClaim,
  type IdempotencyRecord,
  type Job,
  type JobActivity,
  type JobChange,
  type JobEvent,
  type JobId,
  type JobMessage,
  type JobPage,
  type JobQuery,
  type JobQueue,
  type JobStore,
  type Lease,
  type OrganizationId,
  type Outage,
  type OutboxMessage,
  openStepAfter,
  type ProjectId,
  parseStored,
  pullRequestState,
  type RecordedStep,
  type ReportPeriod,
  type StepDraft,
  type StoredJobEvent,
  stringifyStored,
  type Wait,
  withoutWaiting,
  withWaiting,
} from '@docent/core/plugin'
import { jobActivity, listJobs } from './list-jobs.ts'
import { countQueue, newMemoryJob, WAITING, withEvents, withMessageState } from './memory-job.ts'
import { MemoryJobRows, replyTo } from './memory-job-rows.ts'

/**
 * A complete JobStore in memory, for tests.
 *
 * @example
 * const store = new MemoryJobStore()
 * store.advance(15_001) // leases of 15 s have run out
 */
export class MemoryJobStore extends MemoryJobRows implements JobStore {
  async create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job> {
    options?.signal?.throwIfAborted()
    if (idempotency) this.refuseUsedKey(idempotency)
    const { id } = change.job
    if (this.rows.has(id)) throw new DocentError('conflict', `A job with the id ${id} is there already.`)
    const row = this.apply(newMemoryJob(change.job, this.created + 1, this.now()), change)
    const reply = idempotency && replyTo(idempotency, row.job)
    this.created += 1
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

  async listByPullRequest(repository: string, number: number, options?: CallOptions): Promise<Job[]> {
    options?.signal?.throwIfAborted()
    const found = [...this.rows.values()]
      .filter(({ job }) => job.source.repository === repository && job.pullRequest?.number === number)
      .sort((a, b) => b.job.createdAt - a.job.createdAt || b.seq - a.seq)
    return structuredClone(found.slice(0, 100).map(({ job }) => job))
  }

  async openPullRequests(since: number, limit: number, options?: CallOptions): Promise<Job[]> {
    options?.signal?.throwIfAborted()
    const found = [...this.rows.values()]
      .filter(({ job }) => job.status !== 'active' && job.updatedAt >= since)
      .filter(({ job }) => job.pullRequest !== null && pullRequestState(job.pullRequest) === 'open')
      .sort((a, b) => b.job.updatedAt - a.job.updatedAt || b.seq - a.seq)
    return structuredClone(found.slice(0, limit).map(({ job }) => job))
  }

  async messages(id: JobId, options?: CallOptions): Promise<JobMessage[]> {
    options?.signal?.throwIfAborted()
    return structuredClone([...(this.rows.get(id)?.messages ?? [])])
  }

  async steps(id: JobId, options?: CallOptions): Promise<RecordedStep[]> {
    options?.signal?.throwIfAborted()
    return (this.rows.get(id)?.steps ?? []).map((step) => parseStored(step) as RecordedStep)
  }

  async claim(worker: string, leaseMs: number, options?: ClaimOptions): Promise<Claim | undefined> {
    options?.signal?.throwIfAborted()
    const row = this.nextClaimable(options?.shares)
    if (!row) return undefined
    this.served.set(`project ${row.job.projectId}`, this.now())
    this.served.set(`organization ${row.job.organizationId}`, this.now())
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
    const openStep = row.openStep ?? undefined
    return { lease: { jobId: row.id, token, worker }, job: structuredClone(row.job), attempts, openStep }
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

  async excuse({ jobId, token }: Lease, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    const row = this.rows.get(jobId)
    if (row?.job.status !== 'active' || row.token <= token) return
    this.commit({ ...row, attempts: Math.max(0, row.attempts - 1) })
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
      job: withWaiting(row.job, wait.waiting),
      worker: WAITING,
      availableAt: now + Math.ceil(wait.delayMs),
      attempts: Math.max(0, row.attempts - 1),
      waits: row.waits + 1,
      waitingSince: since,
      openStep: null,
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
      job: withoutWaiting(change ? structuredClone(change(structuredClone(row.job))) : row.job),
      steps: [...row.steps, stored],
      lastStep: recorded.index,
      contents,
      attempts: 0,
      waits: 0,
      waitingSince: null,
      openStep: null,
    })
    return parseStored(stored) as RecordedStep
  }

  async append(lease: Lease, events: readonly JobEvent[], options?: CallOptions): Promise<void> {
    const row = this.holding(lease, options)
    this.commit({
      ...withEvents(row, events, this.now()),
      openStep: openStepAfter(row.openStep, events),
    })
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

  async queue(options?: CallOptions): Promise<JobQueue> {
    options?.signal?.throwIfAborted()
    return countQueue([...this.rows.values()], this.now())
  }

  events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    return this.news.events(id, after, options)
  }

  watch(id: JobId, onChange: () => void): Disposable {
    return this.news.watch(id, onChange)
  }

  watchOutbox(onChange: () => void): Disposable {
    return this.news.watchOutbox(onChange)
  }

  waitForWork(timeoutMs: number, options?: ClaimOptions): Promise<void> {
    return this.news.waitForWork(timeoutMs, options)
  }

  async outbox(limit: number, options?: CallOptions): Promise<OutboxMessage[]> {
    options?.signal?.throwIfAborted()
    return structuredClone([...this.outgoing.values()].slice(0, limit))
  }

  async dispatched(ids: readonly string[], options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    for (const id of ids) this.outgoing.delete(id)
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
}
