import type {
  CallOptions,
  Claim,
  IdempotencyClaim,
  IdempotencyRecord,
  Job,
  JobChange,
  JobEvent,
  JobId,
  JobMessage,
  JobPage,
  JobQuery,
  Lease,
  OrganizationId,
  RecordedStep,
  StepDraft,
  StoredJobEvent,
} from '@docent/core/plugin'
import { expect, test } from 'vitest'
import type { MemoryJob } from '../fakes/memory-job.ts'
import { MemoryJobStore } from '../fakes/memory-job-store.ts'
import { failingCases } from './contract-case.ts'
import { jobStoreCases } from './job-store.ts'

type Record = Parameters<MemoryJobStore['record']>

class LeasesInSeconds extends MemoryJobStore {
  override claim(worker: string, leaseMs: number, options?: CallOptions): Promise<Claim | undefined> {
    return super.claim(worker, leaseMs * 1_000, options)
  }
}

class ExtendsFromTheOldEnd extends MemoryJobStore {
  override async extend(lease: Lease, leaseMs: number, options?: CallOptions): Promise<void> {
    const end = this.holding(lease, options).availableAt
    await super.extend(lease, leaseMs, options)
    const row = this.rows.get(lease.jobId)
    if (row) this.rows.set(row.id, { ...row, availableAt: end + leaseMs })
  }
}

class RenewsByRecording extends MemoryJobStore {
  override async append(lease: Lease, events: readonly JobEvent[], options?: CallOptions): Promise<void> {
    const row = this.holding(lease, options)
    if (row.availableAt <= this.now()) throw new Error('The lease ran out.')
    await super.append(lease, events, options)
  }
}

class GivesTokensOncePerWorker extends MemoryJobStore {
  override async claim(worker: string, leaseMs: number, options?: CallOptions): Promise<Claim | undefined> {
    const next = this.nextClaimable()
    if (next?.worker === worker) this.rows.set(next.id, { ...next, token: next.token - 1 })
    return super.claim(worker, leaseMs, options)
  }
}

class CountsAttemptsForEver extends MemoryJobStore {
  override async claim(...values: Parameters<MemoryJobStore['claim']>): Promise<Claim | undefined> {
    const claim = await super.claim(...values)
    return claim && { ...claim, attempts: claim.lease.token }
  }
}

class AttemptsBeginAtNought extends MemoryJobStore {
  override async claim(...values: Parameters<MemoryJobStore['claim']>): Promise<Claim | undefined> {
    const claim = await super.claim(...values)
    return claim && { ...claim, attempts: claim.attempts - 1 }
  }
}

class ClaimsSettledJobs extends MemoryJobStore {
  protected override nextClaimable(): MemoryJob | undefined {
    return super.nextClaimable() ?? [...this.rows.values()].find((row) => !this.isLeased(row))
  }
}

class WaitsSinceItsCreation extends MemoryJobStore {
  protected override nextClaimable(): MemoryJob | undefined {
    const waiting = [...this.rows.values()].filter(
      (row) => row.job.status === 'active' && !this.isLeased(row) && !this.branchIsTaken(row),
    )
    return waiting.find((row) => row.worker !== null) ?? waiting.sort((a, b) => a.seq - b.seq)[0]
  }
}

class KeepsTheLeaseAfterTheEnd extends MemoryJobStore {
  override async settle(...values: Parameters<MemoryJobStore['settle']>) {
    const before = this.rows.get(values[0].jobId)
    const outcome = await super.settle(...values)
    const row = this.rows.get(values[0].jobId)
    if (row && before) this.rows.set(row.id, { ...row, worker: before.worker })
    return outcome
  }
}

class RepliesForEveryOrganization extends MemoryJobStore {
  override async replay(
    _organization: OrganizationId,
    key: string,
    options?: CallOptions,
  ): Promise<IdempotencyRecord | undefined> {
    options?.signal?.throwIfAborted()
    const known = [...this.replies].find(([name]) => (JSON.parse(name) as string[])[1] === key)
    return known && super.replay((JSON.parse(known[0]) as [OrganizationId])[0], key, options)
  }
}

class RepliesAsTheJobIsNow extends MemoryJobStore {
  override create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job> {
    const reply = idempotency && {
      ...idempotency,
      respond: (job: Job) => ({ ...idempotency.respond(job), body: { id: job.id } }),
    }
    return super.create(change, reply, options)
  }
}

/** The record is written first, by itself: it stays when the job cannot be written. */
class ReservesKeys extends MemoryJobStore {
  override async update(
    id: JobId,
    change: (job: Job) => JobChange,
    idempotency?: IdempotencyClaim,
    options?: CallOptions,
  ): Promise<Job | undefined> {
    if (idempotency && !options?.signal?.aborted) {
      this.refuseUsedKey(idempotency)
      const { organizationId, key, fingerprint, expiresAt } = idempotency
      const name = JSON.stringify([organizationId, key])
      this.replies.set(name, { fingerprint, expiresAt, jobId: id, status: 0, body: null })
      try {
        return await super.update(id, change, { ...idempotency, key: `${key} ` }, options)
      } finally {
        const made = this.replies.get(JSON.stringify([organizationId, `${key} `]))
        if (made) this.replies.set(name, made)
      }
    }
    return super.update(id, change, idempotency, options)
  }
}

class IgnoresFingerprints extends MemoryJobStore {
  override async replay(...values: Parameters<MemoryJobStore['replay']>) {
    const record = await super.replay(...values)
    return record && { ...record, fingerprint: '' }
  }
}

class SortsMessagesById extends MemoryJobStore {
  override async messages(id: JobId, options?: CallOptions): Promise<JobMessage[]> {
    return (await super.messages(id, options)).sort((a, b) => (a.id < b.id ? 1 : -1))
  }
}

class SortsEventsByTime extends MemoryJobStore {
  override async *events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    let held: StoredJobEvent | undefined
    for await (const event of super.events(id, after, options)) {
      if (held) {
        yield event
        yield held
        held = undefined
      } else if (event.sequence % 5 === 4) held = event
      else yield event
    }
  }
}

class RepeatsAnEvent extends MemoryJobStore {
  override async *events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    for await (const event of super.events(id, after, options)) {
      yield event
      if (event.sequence % 7 === 0) yield event
    }
  }
}

class ShowsEventsAtItself extends MemoryJobStore {
  override events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    return super.events(id, Math.max(0, after - 1), options)
  }
}

class EndsWithTheRun extends MemoryJobStore {
  override async *events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    if (!this.rows.has(id)) return
    yield* super.events(id, after, options)
  }
}

class NumbersEventsAnewAfterAPrune extends MemoryJobStore {
  override async prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    await super.prune(before, options)
    for (const row of this.rows.values())
      if (row.events.length === 0) this.rows.set(row.id, { ...row, lastEvent: 0 })
  }
}

class NumbersStepsByRun extends MemoryJobStore {
  override async record(...values: Record): Promise<RecordedStep> {
    const row = this.rows.get(values[0].jobId)
    if (row && values[1].run > 1) this.rows.set(row.id, { ...row, lastStep: 0 })
    return super.record(...values)
  }
}

class PrunesAtTheVeryTime extends MemoryJobStore {
  override prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    return super.prune({ steps: before.steps + 1, events: before.events + 1 }, options)
  }
}

class PrunesBothByOneTime extends MemoryJobStore {
  override prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    return super.prune({ steps: before.steps, events: before.steps }, options)
  }
}

class PrunesMessages extends MemoryJobStore {
  override async prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    await super.prune(before, options)
    for (const row of this.rows.values())
      if (row.steps.length === 0) this.rows.set(row.id, { ...row, messages: [] })
  }
}

class SharesContents extends MemoryJobStore {
  override async steps(id: JobId, options?: CallOptions): Promise<RecordedStep[]> {
    const known = new Map<string, Uint8Array>()
    return (await super.steps(id, options)).map((step) => ({
      ...step,
      changes: step.changes.map((change) => {
        if (change.content === null) return change
        const first = known.get(String(change.content.length)) ?? change.content
        known.set(String(change.content.length), first)
        return { ...change, content: first }
      }),
    }))
  }
}

class KeepsTheCallersBuffers extends MemoryJobStore {
  readonly #lent = new Map<string, StepDraft['changes']>()
  override async record(...values: Record): Promise<RecordedStep> {
    const recorded = await super.record(...values)
    this.#lent.set(`${values[0].jobId} ${recorded.index}`, values[1].changes)
    return recorded
  }
  override async steps(id: JobId, options?: CallOptions): Promise<RecordedStep[]> {
    const steps = await super.steps(id, options)
    return steps.map((step) => ({ ...step, changes: this.#lent.get(`${id} ${step.index}`) ?? step.changes }))
  }
}

class CountsContentsTwice extends MemoryJobStore {
  protected override measure(row: MemoryJob, step: StepDraft): ReadonlyMap<string, number> {
    const anew = { ...step, changes: step.changes.map((change, at) => ({ ...change, at })) }
    const counted = super.measure(row, anew)
    const extra = step.changes.reduce((sum, { content }) => sum + (content?.byteLength ?? 0), 0)
    const all = new Map(counted).set(`again ${row.lastStep}`, extra)
    const total = [...all.values()].reduce((sum, bytes) => sum + bytes, 0)
    if (total > 2 * 20 * 1024 * 1024) throw new Error('The job is full.')
    return all
  }
}

class ShowsArchivedJobsToPruners extends MemoryJobStore {
  override async idleSince(before: number, limit: number, options?: CallOptions): Promise<Job[]> {
    options?.signal?.throwIfAborted()
    return [...this.rows.values()]
      .map(({ job }) => job)
      .filter((job) => job.status !== 'active' && job.updatedAt < before)
      .sort((a, b) => a.updatedAt - b.updatedAt)
      .slice(0, limit)
  }
}

class ListsEveryProject extends MemoryJobStore {
  override async list(query: JobQuery, options?: CallOptions): Promise<JobPage> {
    const page = await super.list(query, options)
    const foreign = [...this.rows.values()]
      .map(({ job }) => job)
      .filter((job) => job.projectId !== query.projectId)
    return { ...page, jobs: [...page.jobs, ...foreign].slice(0, query.limit) }
  }
}

class AnswersACursorWithTheLastPage extends MemoryJobStore {
  override async list(query: JobQuery, options?: CallOptions): Promise<JobPage> {
    const page = await super.list(query, options)
    const more = await super.list({ ...query, limit: 1 }, options)
    return page.jobs.length === query.limit
      ? { ...page, nextCursor: page.nextCursor ?? more.nextCursor }
      : page
  }
}

class BeginsAnewWithAWrongCursor extends MemoryJobStore {
  override list({ cursor, ...query }: JobQuery, options?: CallOptions): Promise<JobPage> {
    const isWrong = cursor !== undefined && cursor.length < 12
    return super.list(isWrong || cursor === undefined ? query : { ...query, cursor }, options)
  }
}

class FindsTheFirstJobOfAPull extends MemoryJobStore {
  override async listByPullRequest(repository: string, number: number) {
    return (await super.listByPullRequest(repository, number)).reverse()
  }
}

class ForgetsTheMessageOfARun extends MemoryJobStore {
  protected override addMessages(before: Job | undefined, after: Job): void {
    if (before?.status === 'active' && after.status === 'failed') return
    super.addMessages(before, after)
  }
}

class NumbersOutboxMessagesAnew extends MemoryJobStore {
  override async outbox(limit: number, options?: CallOptions) {
    return (await super.outbox(1_000, options)).reverse().slice(0, limit)
  }
}

class DiscardsReadMessages extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    const next = super.apply(row, change)
    if (!change.discardUnread) return next
    return {
      ...next,
      messages: next.messages.map((message) => ({ ...message, state: 'discarded' as const })),
    }
  }
}

class ReadsEveryMessage extends MemoryJobStore {
  override record(...[lease, step, ...rest]: Record): Promise<RecordedStep> {
    const all = this.rows.get(lease.jobId)?.messages.map(({ id }) => id) ?? []
    return super.record(lease, step.read.length > 0 ? { ...step, read: all } : step, ...rest)
  }
}

class LosesBytesOfMessages extends MemoryJobStore {
  override record(...[lease, step, ...rest]: Record): Promise<RecordedStep> {
    return super.record(lease, { ...step, messages: JSON.parse(JSON.stringify(step.messages)) }, ...rest)
  }
}

class CallsEveryWatcher extends MemoryJobStore {
  readonly #watchers = new Set<() => void>()
  override watch(_id: JobId, onChange: () => void): Disposable {
    this.#watchers.add(onChange)
    return { [Symbol.dispose]: () => void this.#watchers.delete(onChange) }
  }
  protected override commit(...values: Parameters<MemoryJobStore['commit']>): void {
    super.commit(...values)
    for (const call of this.#watchers) call()
  }
}

const FAULTS: readonly (readonly [new () => MemoryJobStore, sentence: RegExp])[] = [
  [LeasesInSeconds, /when its lease has run out/],
  [ExtendsFromTheOldEnd, /counted from the call/],
  [RenewsByRecording, /still write while nobody took over/],
  [GivesTokensOncePerWorker, /apart by their token/],
  [CountsAttemptsForEver, /does not hand out a job that has settled/],
  [AttemptsBeginAtNought, /its first attempt/],
  [ClaimsSettledJobs, /does not hand out a job that has settled/],
  [WaitsSinceItsCreation, /from the follow-up/],
  [KeepsTheLeaseAfterTheEnd, /after its run has settled/],
  [RepliesForEveryOrganization, /in its organization only/],
  [RepliesAsTheJobIsNow, /replays the stored reply/],
  [ReservesKeys, /rethrows what a change throws/],
  [IgnoresFingerprints, /replays the stored reply/],
  [SortsMessagesById, /job, messages, events and reply/],
  [SortsEventsByTime, /once and in order/],
  [RepeatsAnEvent, /once and in order/],
  [ShowsEventsAtItself, /after the sequence it is given/],
  [EndsWithTheRun, /not there yet/],
  [NumbersEventsAnewAfterAPrune, /goes on numbering/],
  [NumbersStepsByRun, /numbers steps on/],
  [PrunesAtTheVeryTime, /each by its own time/],
  [PrunesBothByOneTime, /each by its own time/],
  [PrunesMessages, /each by its own time/],
  [SharesContents, /file contents/],
  [KeepsTheCallersBuffers, /changes its buffers/],
  [CountsContentsTwice, /20 MiB/],
  [ShowsArchivedJobsToPruners, /nobody touched for long/],
  [ListsEveryProject, /of one project first/],
  [AnswersACursorWithTheLastPage, /no cursor when a page is full/],
  [BeginsAnewWithAWrongCursor, /did not make/],
  [FindsTheFirstJobOfAPull, /the jobs of a pull request/],
  [ForgetsTheMessageOfARun, /a cancel as a failure/],
  [NumbersOutboxMessagesAnew, /the oldest first/],
  [DiscardsReadMessages, /leaves the read ones/],
  [ReadsEveryMessage, /the messages it read/],
  [LosesBytesOfMessages, /bytes and links/],
  [CallsEveryWatcher, /for other jobs/],
]

test.concurrent.each(FAULTS.map(([Store, sentence]) => [Store.name, sentence, Store] as const))(
  'the contract suite of JobStore catches a store that has the fault %s',
  async (_name, sentence, Store) => {
    const cases = jobStoreCases.filter(({ name }) => sentence.test(name))
    const failing = await failingCases(cases, () => {
      const store = new Store()
      return { store, peer: store, advance: (ms: number) => store.advance(ms) }
    })
    expect(failing).not.toEqual([])
  },
)
