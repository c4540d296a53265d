import {
  type CallOptions,
  type Clock,
  checkChangedFiles,
  checkJobBytes,
  type IdempotencyClaim,
  IdempotencyInUse,
  type IdempotencyRecord,
  type Job,
  type JobChange,
  type JobId,
  type Lease,
  LeaseLost,
  NO_SHARES,
  nextLine,
  type OutboxMessage,
  outboxMessages,
  placeLater,
  type QueueShares,
  type StepDraft,
  type StoredJobEvent,
} from '@docent/core/plugin'
import { type MemoryJob, WAITING, withEvents, withMessageState, withMessages } from './memory-job.ts'
import { MemoryJobNews } from './memory-job-news.ts'

export type StoredReply = IdempotencyRecord & { expiresAt: number }

/**
 * What `MemoryJobStore` keeps, and the single decisions of the contract as protected members, so that a test can plant
 * a fault in one of them.
 */
export class MemoryJobRows {
  protected readonly rows = new Map<string, MemoryJob>()
  /** When each project and organization last got a worker. */
  protected readonly served = new Map<string, number>()
  protected readonly replies = new Map<string, StoredReply>()
  /** By their ids, the oldest first. */
  protected readonly outgoing = new Map<string, OutboxMessage>()
  readonly #clock: Clock
  protected readonly news = new MemoryJobNews({
    find: (id) => this.rows.get(id),
    anyWaiting: (shares) => this.nextClaimable(shares) !== undefined,
    untilNextExpiry: () => this.#untilNextExpiry(),
  })
  #offset = 0
  protected created = 0

  constructor(clock: Clock = { now: () => Date.now() }) {
    this.#clock = clock
  }

  /** Moves the store's time and wakes whoever waits for a lease to run out. */
  advance(ms: number): void {
    this.#offset += ms
    this.news.wake()
  }

  /** The events there are now, without waiting for more. */
  storedEvents(id: JobId): StoredJobEvent[] {
    return structuredClone([...(this.rows.get(id)?.events ?? [])])
  }

  protected now(): number {
    return this.#clock.now() + this.#offset
  }

  /** The row as the change makes it; commits nothing. */
  protected apply(row: MemoryJob, change: JobChange): MemoryJob {
    let next = withEvents(withMessages(row, change.messages), change.events, this.now())
    next = { ...next, job: structuredClone(change.job) }
    if (change.discardUnread) next = withMessageState(next, 'discarded', () => true)
    const free = {
      worker: null,
      availableAt: this.now(),
      attempts: 0,
      waits: 0,
      waitingSince: null,
      openStep: null,
    }
    if (change.revokeLease) next = { ...next, ...free, token: row.token + 1 }
    if (row.job.status !== 'active' && next.job.status === 'active') next = { ...next, ...free }
    return next
  }

  protected commit(row: MemoryJob, reply?: [key: string, reply: StoredReply]): void {
    this.addMessages(this.rows.get(row.id)?.job, row.job)
    this.rows.set(row.id, row)
    if (reply) this.replies.set(...reply)
    this.news.wake()
  }

  protected addMessages(before: Job | undefined, after: Job): void {
    for (const message of outboxMessages(before, after, this.now())) {
      if (!this.outgoing.has(message.id)) this.outgoing.set(message.id, structuredClone(message))
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

  protected nextClaimable(shares: QueueShares = NO_SHARES): MemoryJob | undefined {
    const heads = new Map<string, MemoryJob>()
    for (const row of [...this.rows.values()].sort(byPlace)) {
      const isReady = row.job.status === 'active' && !this.isLeased(row) && !this.branchIsTaken(row)
      if (isReady && !heads.has(row.job.projectId)) heads.set(row.job.projectId, row)
    }
    const held = [...this.rows.values()].filter((row) => this.isLeased(row) && row.worker !== WAITING)
    const projects = new Map(
      [...held, ...heads.values()].map(({ job }) => [job.projectId, job.organizationId]),
    )
    const lines = [...projects].map(([projectId, organizationId]) => ({
      projectId,
      organizationId,
      running: held.filter(({ job }) => job.projectId === projectId).length,
      isWaiting: heads.has(projectId),
      servedAt: this.served.get(`project ${projectId}`) ?? 0,
      organizationServedAt: this.served.get(`organization ${organizationId}`) ?? 0,
    }))
    const line = nextLine(lines, shares, this.now())
    return line && heads.get(line.projectId)
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

/** What a worker left before what nobody has begun, and then by the time of waiting. */
function byPlace(a: MemoryJob, b: MemoryJob): number {
  const place = (row: MemoryJob) =>
    row.availableAt + (row.worker === null && row.availableAt > 0 ? placeLater(row.job) : 0)
  return Number(b.worker !== null) - Number(a.worker !== null) || place(a) - place(b) || a.seq - b.seq
}

/** The reply to keep, under the name of its key. */
export function replyTo(claim: IdempotencyClaim, job: Job): [string, StoredReply] {
  const { organizationId, key, fingerprint, expiresAt } = claim
  const reply = { fingerprint, jobId: job.id, expiresAt, ...claim.respond(structuredClone(job)) }
  return [JSON.stringify([organizationId, key]), structuredClone(reply)]
}
