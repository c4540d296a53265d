import {
  type CallOptions,
  type Claim,
  encodeJobCursor,
  type IdempotencyClaim,
  type Job,
  type JobChange,
  type JobEvent,
  type JobId,
  type JobPage,
  type JobQuery,
  type Lease,
  type ProjectId,
  type RecordedStep,
  type ReportPeriod,
  type StepDraft,
  type StoredJobEvent,
} from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import type { MemoryJob } from '../fakes/memory-job.ts'
import { MemoryJobStore } from '../fakes/memory-job-store.ts'
import { failingCases } from './contract-case.ts'
import { jobStoreCases } from './job-store.ts'
import { jobStoreProperty } from './job-store-property.ts'

/** Writes the new job before it knows whether the reply can be made. */
class WritesBeforeItKnows extends MemoryJobStore {
  override create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job> {
    if (!idempotency) return super.create(change, undefined, options)
    const { respond, ...rest } = idempotency
    return super
      .create(change, { ...rest, respond: () => ({ status: 201, body: null }) }, options)
      .then((job) => {
        respond(job)
        return job
      })
  }
}

class TellsOnlyOfUpdates extends MemoryJobStore {
  protected override addMessages(before: Job | undefined, after: Job): void {
    if (before) super.addMessages(before, after)
  }
}

/** Says what happened whenever it looks, and so says it again. */
class TellsOfStates extends MemoryJobStore {
  protected override addMessages(before: Job | undefined, after: Job): void {
    super.addMessages(before && { ...before, status: 'active' }, after)
  }
}

class TellsBeforeItCommits extends MemoryJobStore {
  override create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job> {
    this.addMessages(undefined, change.job)
    return super.create(change, idempotency, options)
  }
}

class ForgetsWhatItShowed extends MemoryJobStore {
  override async outbox(limit: number, options?: CallOptions) {
    const shown = await super.outbox(limit, options)
    await this.dispatched(shown.map((message) => message.id))
    return shown
  }
}

class TellsWatchersOfNoOutbox extends MemoryJobStore {
  override watchOutbox(): Disposable {
    return { [Symbol.dispose]() {} }
  }
}

class FindsAnyRepository extends MemoryJobStore {
  override async listByPullRequest(_repository: string, number: number) {
    return [...this.rows.values()].map(({ job }) => job).filter((job) => job.pullRequest?.number === number)
  }
}

class ForgetsEventsOfSettledJobs extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    const isSettled = row.job.status !== 'active' && change.job.status !== 'active'
    return super.apply(row, isSettled ? { ...change, events: [] } : change)
  }
}

class TellsOfNoMerge extends MemoryJobStore {
  protected override addMessages(before: Job | undefined, after: Job): void {
    if (before?.mergedAt === after.mergedAt) super.addMessages(before, after)
  }
}

class ListsClosedPullRequests extends MemoryJobStore {
  override async openPullRequests(since: number, limit: number, options?: CallOptions): Promise<Job[]> {
    const closed = [...this.rows.values()]
      .map(({ job }) => job)
      .filter((job) => job.status !== 'active' && job.pullRequest?.closedAt !== undefined)
    return [...(await super.openPullRequests(since, limit, options)), ...closed].slice(0, limit)
  }
}

/** Asks the pull request that the job has now. */
class ForgetsMergesWithTheirPullRequest extends MemoryJobStore {
  override async activity(project: ProjectId, period: ReportPeriod) {
    const merged = [...this.rows.values()].filter(({ job }) => job.pullRequest?.mergedAt !== undefined)
    const activity = await super.activity(project, period)
    return activity.map((each) => ({ ...each, mergedPullRequests: merged.length }))
  }
}

/** Keeps the first changes of a record although a later part of it fails. */
class RecordsInTwoParts extends MemoryJobStore {
  override async record(
    lease: Lease,
    step: StepDraft,
    events: readonly JobEvent[],
    change?: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<RecordedStep> {
    const recorded = await super.record(lease, step, events, undefined, options)
    if (change) {
      const row = this.holding(lease, options)
      this.commit({ ...row, job: change(row.job) })
    }
    return recorded
  }
}

/** Reads, thinks, then writes: an update in between is lost. */
class LosesUpdates extends MemoryJobStore {
  override async update(
    id: JobId,
    change: (job: Job) => JobChange,
    idempotency?: IdempotencyClaim,
    options?: CallOptions,
  ): Promise<Job | undefined> {
    const before = await super.get(id, options)
    return super.update(id, (job) => change(before ?? job), idempotency, options)
  }
}

class WritesAnyToken extends MemoryJobStore {
  protected override isCurrent(row: MemoryJob): boolean {
    return row.worker !== null
  }
}

class ComparesWorkersOnly extends MemoryJobStore {
  protected override isCurrent(row: MemoryJob, lease: Lease): boolean {
    return row.worker === lease.worker
  }
}

class ComparesTokensOnly extends MemoryJobStore {
  protected override isCurrent(row: MemoryJob, lease: Lease): boolean {
    return row.token === lease.token
  }
}

class ExtendsWithoutAsking extends MemoryJobStore {
  override async extend(lease: Lease, leaseMs: number, options?: CallOptions): Promise<void> {
    const row = this.rows.get(lease.jobId)
    options?.signal?.throwIfAborted()
    if (row) this.commit({ ...row, availableAt: this.now() + leaseMs })
  }
}

class SharesBranches extends MemoryJobStore {
  protected override branchIsTaken(): boolean {
    return false
  }
}

/** Serializes by branch name, whatever the repository. */
class MixesUpRepositories extends MemoryJobStore {
  protected override branchIsTaken(row: MemoryJob): boolean {
    return [...this.rows.values()].some(
      (other) => this.isLeased(other) && other.job.source.ref === row.job.source.ref,
    )
  }
}

/** Two concurrent claims choose before either writes. */
class ClaimsInTwoSteps extends MemoryJobStore {
  override async claim(worker: string, leaseMs: number, options?: CallOptions): Promise<Claim | undefined> {
    options?.signal?.throwIfAborted()
    const row = this.nextClaimable()
    await Promise.resolve()
    if (!row) return undefined
    const next = { ...row, token: row.token + 1, worker, attempts: row.attempts + 1 }
    this.commit({ ...next, availableAt: this.now() + leaseMs })
    const lease = { jobId: row.id, token: next.token, worker }
    return { lease, job: row.job, attempts: next.attempts, openStep: undefined }
  }
}

class NewestFirst extends MemoryJobStore {
  protected override nextClaimable(): MemoryJob | undefined {
    const waiting = [...this.rows.values()].filter(
      (row) => row.job.status === 'active' && !this.isLeased(row) && !this.branchIsTaken(row),
    )
    return waiting.at(-1)
  }
}

class LeavesTheDeadLast extends MemoryJobStore {
  protected override nextClaimable(): MemoryJob | undefined {
    return [...this.rows.values()]
      .filter((row) => row.job.status === 'active' && !this.isLeased(row) && !this.branchIsTaken(row))
      .sort((a, b) => a.availableAt - b.availableAt || a.seq - b.seq)[0]
  }
}

class NeverExpires extends MemoryJobStore {
  protected override isLeased(row: MemoryJob): boolean {
    return row.worker !== null
  }
}

class DropsLateFollowUps extends MemoryJobStore {
  protected override hasUnread(): boolean {
    return false
  }
}

/** Checks for unread messages first and settles in another step. */
class SettlesInTwoSteps extends MemoryJobStore {
  override async settle(
    lease: Lease,
    change: (job: Job) => JobChange,
    onContinue: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<'settled' | 'continue'> {
    const unread = this.hasUnread(this.holding(lease, options))
    await Promise.resolve()
    if (unread) return super.settle(lease, change, onContinue, options)
    const row = this.holding(lease, options)
    this.commit({ ...this.apply(row, change(row.job)), worker: null })
    return 'settled'
  }
}

class KeepsUnreadOnCancel extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    return super.apply(row, { ...change, discardUnread: false })
  }
}

class KeepsLeaseOnCancel extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    return super.apply(row, { ...change, revokeLease: false })
  }
}

class NeverResetsAttempts extends MemoryJobStore {
  override async record(...values: Parameters<MemoryJobStore['record']>): Promise<RecordedStep> {
    const attempts = this.rows.get(values[0].jobId)?.attempts ?? 0
    const recorded = await super.record(...values)
    const row = this.rows.get(values[0].jobId)
    if (row) this.rows.set(row.id, { ...row, attempts })
    return recorded
  }
}

class CountsReleasedClaims extends MemoryJobStore {
  override async release(lease: Lease, options?: CallOptions): Promise<void> {
    const { attempts } = this.holding(lease, options)
    await super.release(lease, options)
    const row = this.rows.get(lease.jobId)
    if (row) this.rows.set(row.id, { ...row, attempts })
  }
}

class ExcusesNobody extends MemoryJobStore {
  override async excuse(): Promise<void> {}
}

class ExcusesWhoHoldsTheLease extends MemoryJobStore {
  override excuse(lease: Lease, options?: CallOptions): Promise<void> {
    return super.excuse({ ...lease, token: lease.token - 1 }, options)
  }
}

class CountsAttemptsOverRuns extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    return { ...super.apply(row, change), attempts: row.attempts }
  }
}

/** As from a count of attempts, which each recorded step resets. */
class SaysWhatStepIsOpenByAttempts extends MemoryJobStore {
  override async claim(...values: Parameters<MemoryJobStore['claim']>): Promise<Claim | undefined> {
    const claim = await super.claim(...values)
    return claim && { ...claim, openStep: claim.attempts > 1 ? claim.openStep : undefined }
  }
}

class SaysAfterEveryDeathThatAStepIsOpen extends MemoryJobStore {
  override async claim(...values: Parameters<MemoryJobStore['claim']>): Promise<Claim | undefined> {
    const isLeft = this.nextClaimable()?.worker !== null
    const claim = await super.claim(...values)
    return claim && { ...claim, openStep: claim.openStep ?? (isLeft ? 0 : undefined) }
  }
}

class KnowsOpenStepsByTheirLeases extends MemoryJobStore {
  override async claim(...values: Parameters<MemoryJobStore['claim']>): Promise<Claim | undefined> {
    const isLeft = this.nextClaimable()?.worker !== null
    const claim = await super.claim(...values)
    return claim && { ...claim, openStep: isLeft ? claim.openStep : undefined }
  }
}

class KeepsTheOpenStepOfCancelledRuns extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    return { ...super.apply(row, change), openStep: row.openStep }
  }
}

class ReusesKeys extends MemoryJobStore {
  protected override refuseUsedKey(): void {}
}

class RemembersRepliesForEver extends MemoryJobStore {
  protected override refuseUsedKey(claim: IdempotencyClaim): void {
    super.refuseUsedKey({ ...claim })
    for (const [key, reply] of this.replies) {
      if (key === JSON.stringify([claim.organizationId, claim.key])) {
        this.replies.set(key, { ...reply, expiresAt: Number.MAX_SAFE_INTEGER })
        super.refuseUsedKey(claim)
      }
    }
  }
}

class BeginsEventsAnew extends MemoryJobStore {
  override events(id: JobId, _after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    return super.events(id, 0, options)
  }
}

/** Goes to sleep after the look, without noticing what came meanwhile, and wakes for nothing. */
class EndsWhenNothingIsThere extends MemoryJobStore {
  override async *events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    for (const event of this.rows.get(id)?.events ?? []) {
      if (event.sequence > after && !options?.signal?.aborted) yield event
    }
  }
}

class ThrowsOnAbort extends MemoryJobStore {
  override async *events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent> {
    yield* super.events(id, after, options)
    options?.signal?.throwIfAborted()
  }
}

class LeavesGaps extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    const next = super.apply(row, change)
    return { ...next, lastEvent: next.lastEvent + (change.messages.length > 1 ? 0 : 1) }
  }
}

/** A page begins where the one before ended, counted in jobs: new ones push old ones onto the next page. */
class PagesByOffset extends MemoryJobStore {
  override async list(query: JobQuery, options?: CallOptions): Promise<JobPage> {
    const { cursor, ...rest } = query
    if (cursor === undefined) return super.list(query, options)
    const whole = await super.list({ ...rest, limit: 1_000 }, options)
    this.#pages += 1
    const begin = 2 * this.#pages
    const jobs = whole.jobs.slice(begin, begin + query.limit)
    const last = jobs.at(-1)
    const nextCursor = last && whole.jobs.length > begin + query.limit ? encodeJobCursor(last) : null
    return { jobs, nextCursor }
  }
  #pages = 0
}

class TakesAnySize extends MemoryJobStore {
  protected override measure(row: MemoryJob): ReadonlyMap<string, number> {
    return row.contents
  }
}

class ForgetsDeletedFiles extends MemoryJobStore {
  override record(...[lease, step, ...rest]: Parameters<MemoryJobStore['record']>): Promise<RecordedStep> {
    return super.record(
      lease,
      { ...step, changes: step.changes.filter(({ content }) => content !== null) },
      ...rest,
    )
  }
}

class LeavesMessagesUnread extends MemoryJobStore {
  override record(...[lease, step, ...rest]: Parameters<MemoryJobStore['record']>): Promise<RecordedStep> {
    return super.record(lease, { ...step, read: [] }, ...rest)
  }
}

class NeverCallsWatchers extends MemoryJobStore {
  override watch(): Disposable {
    return { [Symbol.dispose]() {} }
  }
}

class SleepsThroughWork extends MemoryJobStore {
  override async waitForWork(timeoutMs: number, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())
  }
}

/** Waits for commits and forgets that a lease can run out. */
class WakesOnlyByCommits extends MemoryJobStore {
  override waitForWork(timeoutMs: number, options?: CallOptions): Promise<void> {
    const expired = [...this.rows.values()].some((row) => row.worker !== null)
    return expired ? new Promise(() => {}) : super.waitForWork(timeoutMs, options)
  }
}

class PrunesActiveJobs extends MemoryJobStore {
  override async prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    await super.prune(before, options)
    for (const row of this.rows.values()) this.rows.set(row.id, { ...row, steps: [], events: [] })
  }
}

class ForgetsExecutableBits extends MemoryJobStore {
  override record(...[lease, step, ...rest]: Parameters<MemoryJobStore['record']>): Promise<RecordedStep> {
    const changes = step.changes.map(({ path, content }) => ({ path, content }))
    return super.record(lease, { ...step, changes }, ...rest)
  }
}

/** What is written at once fails together. */
class FailsTogether extends MemoryJobStore {
  readonly #others: Promise<RecordedStep>[] = []

  override async record(...values: Parameters<MemoryJobStore['record']>): Promise<RecordedStep> {
    const write = super.record(...values)
    this.#others.push(write)
    void Promise.allSettled([write]).then(() => setImmediate(() => this.#others.shift()))
    await Promise.all(this.#others)
    return write
  }
}

/** Changes a postponed job behind the store's back. */
class PostponesWrongly extends MemoryJobStore {
  override async postpone(...values: Parameters<MemoryJobStore['postpone']>): Promise<boolean> {
    const before = this.rows.get(values[0].jobId)
    const postponed = await super.postpone(...values)
    const row = this.rows.get(values[0].jobId)
    if (row && before) this.rows.set(row.id, { ...row, ...this.spoil(row, before, postponed) })
    return postponed
  }
  protected spoil(_row: MemoryJob, _before: MemoryJob, _postponed: boolean): Partial<MemoryJob> {
    return {}
  }
}

class HandsOutPostponedJobs extends PostponesWrongly {
  protected override spoil(): Partial<MemoryJob> {
    return { worker: null }
  }
}

class LetsGoTheBranchOfPostponedJobs extends MemoryJobStore {
  protected override branchIsTaken(row: MemoryJob): boolean {
    const waiting = [...this.rows.values()].filter((other) => other.waits > 0)
    return super.branchIsTaken(row) && !waiting.some((other) => this.isLeased(other))
  }
}

class KeepsTheLeaseOfPostponedJobs extends PostponesWrongly {
  protected override spoil(_row: MemoryJob, { worker }: MemoryJob): Partial<MemoryJob> {
    return { worker }
  }
}

class CountsPostponedClaims extends PostponesWrongly {
  protected override spoil(_row: MemoryJob, { attempts }: MemoryJob): Partial<MemoryJob> {
    return { attempts }
  }
}

class KeepsTheOpenStepOfPostponedJobs extends PostponesWrongly {
  protected override spoil(_row: MemoryJob, { openStep }: MemoryJob): Partial<MemoryJob> {
    return { openStep }
  }
}

class BeginsEachOutageAnew extends PostponesWrongly {
  protected override spoil(): Partial<MemoryJob> {
    return { waitingSince: null }
  }
}

class ForgetsEventsOfWaits extends PostponesWrongly {
  protected override spoil(_row: MemoryJob, { events, lastEvent }: MemoryJob): Partial<MemoryJob> {
    return { events, lastEvent }
  }
}

class LetsGoWhenTheWaitIsRefused extends PostponesWrongly {
  protected override spoil(_row: MemoryJob, _before: MemoryJob, postponed: boolean): Partial<MemoryJob> {
    return postponed ? {} : { worker: null }
  }
}

class RemembersOutagesForEver extends MemoryJobStore {
  override async record(...values: Parameters<MemoryJobStore['record']>): Promise<RecordedStep> {
    const { waits = 0, waitingSince = null } = this.rows.get(values[0].jobId) ?? {}
    const recorded = await super.record(...values)
    const row = this.rows.get(values[0].jobId)
    if (row) this.rows.set(row.id, { ...row, waits, waitingSince })
    return recorded
  }
}

class EndsWaitsByFollowUps extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    const next = super.apply(row, change)
    return row.waits > 0 && change.messages.length > 0 ? { ...next, availableAt: 0 } : next
  }
}

class WaitsOnAfterACancel extends MemoryJobStore {
  protected override apply(row: MemoryJob, change: JobChange): MemoryJob {
    const { waits, waitingSince } = row
    return { ...super.apply(row, change), waits, waitingSince }
  }
}

const FAULTS: readonly (readonly [new () => MemoryJobStore, caughtBy: string])[] = [
  [ForgetsExecutableBits, 'keeps recorded steps in order, with messages, data, tokens and file contents'],
  [WritesBeforeItKnows, 'rethrows what a change throws and writes nothing'],
  [FailsTogether, 'fails the writes alone that must fail, of many at once'],
  [RecordsInTwoParts, 'records nothing when the change of a step throws'],
  [LosesUpdates, 'loses no update when many change the same job at once'],
  [
    WritesAnyToken,
    'hands out a job again when its lease has run out, not before, and refuses the old holder',
  ],
  [ComparesWorkersOnly, 'tells two leases of one worker apart by their token'],
  [ComparesTokensOnly, 'refuses a lease after its run has settled'],
  [ExtendsWithoutAsking, 'refuses a lease after its run has settled'],
  [SharesBranches, 'hands out a job only while nobody works on its branch of its repository'],
  [MixesUpRepositories, 'hands out a job only while nobody works on its branch of its repository'],
  [ClaimsInTwoSteps, 'never gives one job to two workers, nor one branch, however many claim at once'],
  [LeavesTheDeadLast, 'hands out what a worker left before what nobody has begun'],
  [NewestFirst, 'hands out the job that has waited longest'],
  [NeverExpires, 'hands out a job again when its lease has run out, not before, and refuses the old holder'],
  [DropsLateFollowUps, 'goes on instead of settling when a follow-up came late, and keeps the lease'],
  [SettlesInTwoSteps, 'never loses a follow-up that races with the end of the run'],
  [KeepsUnreadOnCancel, 'discards the unread messages of a cancelled job and leaves the read ones'],
  [KeepsLeaseOnCancel, 'takes the lease away with a cancel, wherever it was made'],
  [NeverResetsAttempts, 'counts claims since the last recorded step'],
  [CountsReleasedClaims, 'makes a released job claimable at once and does not count that claim'],
  [ExcusesNobody, 'takes back the attempt of a worker that lost its lease and lives, and of no other'],
  [
    ExcusesWhoHoldsTheLease,
    'takes back the attempt of a worker that lost its lease and lives, and of no other',
  ],
  [CountsAttemptsOverRuns, 'counts the attempts of each run by themselves'],
  [SaysWhatStepIsOpenByAttempts, 'says which step a worker that died had begun and not recorded'],
  [SaysAfterEveryDeathThatAStepIsOpen, 'says of no step that it is open when it was recorded'],
  [
    KnowsOpenStepsByTheirLeases,
    'says which step is open also when the job was given back in the middle of it',
  ],
  [
    KeepsTheOpenStepOfPostponedJobs,
    'says of no step that it is open after a wait, a cancel, or the end of the run',
  ],
  [
    KeepsTheOpenStepOfCancelledRuns,
    'says of no step that it is open after a wait, a cancel, or the end of the run',
  ],
  [
    HandsOutPostponedJobs,
    'lets nobody claim a postponed job before its time, and then hands it out before what nobody has begun',
  ],
  [
    LetsGoTheBranchOfPostponedJobs,
    'keeps the branch of a postponed job for it, during the wait and after it',
  ],
  [KeepsTheLeaseOfPostponedJobs, 'takes the lease away with a wait'],
  [
    CountsPostponedClaims,
    'counts waits and their time since the last recorded step, by its own clock, and no attempts',
  ],
  [
    BeginsEachOutageAnew,
    'counts waits and their time since the last recorded step, by its own clock, and no attempts',
  ],
  [
    RemembersOutagesForEver,
    'counts waits and their time since the last recorded step, by its own clock, and no attempts',
  ],
  [ForgetsEventsOfWaits, 'commits the events of a wait with it'],
  [LetsGoWhenTheWaitIsRefused, 'keeps the lease and writes nothing when the plan refuses the wait or throws'],
  [EndsWaitsByFollowUps, 'queues a follow-up to a job that waits, without ending its wait'],
  [WaitsOnAfterACancel, 'ends the wait of a job that is cancelled, and gives its branch to the next job'],
  [WakesOnlyByCommits, 'wakes a waiting worker when the wait of a job ends, from whichever process'],
  [ReusesKeys, 'lets one of two writes with the same key through and writes nothing of the other'],
  [RemembersRepliesForEver, 'forgets a reply that has expired and gives its key to the next write'],
  [BeginsEventsAnew, 'goes on after the sequence it is given, also after more events than fit a page'],
  [EndsWhenNothingIsThere, 'waits for events to come, from whichever process'],
  [
    ThrowsOnAbort,
    'ends without an error when the signal aborts: while it waits, before it begins, and between two events',
  ],
  [LeavesGaps, 'numbers the events of each job from 1 without a gap'],
  [
    PagesByOffset,
    'pages through every job once, also when new ones are created meanwhile and times are equal',
  ],
  [TakesAnySize, 'takes 20 MiB of different contents a job and refuses one byte more'],
  [ForgetsDeletedFiles, 'keeps recorded steps in order, with messages, data, tokens and file contents'],
  [LeavesMessagesUnread, 'commits a step with the messages it read, its events and the change of the job'],
  [NeverCallsWatchers, 'calls a watcher back after a cancel or a new message, from whichever process'],
  [SleepsThroughWork, 'wakes a waiting worker when a job is created, from whichever process'],
  [WakesOnlyByCommits, 'wakes a waiting worker when a lease runs out'],
  [
    TellsOnlyOfUpdates,
    'tells of a new job, its pull request, its end and its archiving, in that order, with the job as it was',
  ],
  [
    TellsOfStates,
    'tells of each run that ends, of a cancel as a failure, and of nothing that changed nothing',
  ],
  [TellsBeforeItCommits, 'tells nothing of a write that failed, of a lost lease, or of a run that goes on'],
  [
    ForgetsWhatItShowed,
    'keeps messages until they were dispatched, the oldest first, for every store over the same data',
  ],
  [
    TellsWatchersOfNoOutbox,
    'calls back when the outbox may have something, from whichever process, if it offers that',
  ],
  [FindsAnyRepository, 'lists the jobs of a pull request, the newest first, in its repository only'],
  [
    ForgetsEventsOfSettledJobs,
    'keeps a merge with the job, its event and its message for webhooks, in one write and once',
  ],
  [
    TellsOfNoMerge,
    'keeps a merge with the job, its event and its message for webhooks, in one write and once',
  ],
  [
    ListsClosedPullRequests,
    'lists settled jobs whose pull request is open as far as it is known, the latest touched first',
  ],
  [
    ForgetsMergesWithTheirPullRequest,
    'counts jobs of which a pull request was merged, also when a follow-up opened another',
  ],
  [
    PrunesActiveJobs,
    'deletes steps and events of jobs that settled long ago, each by its own time, and nothing else',
  ],
]

describe('the contract suite of JobStore', () => {
  test.concurrent.each(FAULTS.map(([Store, caughtBy]) => [Store.name, caughtBy, Store] as const))(
    'catches a store that has the fault %s',
    async (_name, caughtBy, Store) => {
      const cases = jobStoreCases.filter((each) => each.name === caughtBy)
      const factory = (Kind: new () => MemoryJobStore) => () => {
        const store = new Kind()
        return { store, peer: store, advance: (ms: number) => store.advance(ms) }
      }
      expect(await failingCases(cases, factory(Store))).toEqual([caughtBy])
      expect(await failingCases(cases, factory(MemoryJobStore))).toEqual([])
    },
  )
})

describe('the property of JobStore', () => {
  test('holds for the model itself', async () => {
    await jobStoreProperty((clock) => ({ store: new MemoryJobStore(clock) }))
  })

  test.each(
    [
      SharesBranches,
      ComparesWorkersOnly,
      KeepsUnreadOnCancel,
      KeepsLeaseOnCancel,
      DropsLateFollowUps,
      CountsReleasedClaims,
      HandsOutPostponedJobs,
      BeginsEachOutageAnew,
      NeverResetsAttempts,
      ReusesKeys,
      ForgetsDeletedFiles,
      PrunesActiveJobs,
    ].map((Store) => [Store.name, Store] as const),
  )('finds the fault %s', async (_name, Store) => {
    const property = jobStoreProperty((clock) => ({ store: new Store(clock) }), {
      numRuns: 1_000,
      endOnFailure: true,
    })
    await expect(property).rejects.toThrow()
  })
})
