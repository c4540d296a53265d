import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { JobId, OrganizationId, ProjectId } from '../domain/ids.ts'
import type {
  Job,
  JobChange,
  JobEvent,
  JobMessage,
  JobStatus,
  JobWaiting,
  StoredJobEvent,
} from '../domain/job.ts'
import type { JobPlace, QueueShares } from '../domain/job-queue.ts'
import type { Json } from '../domain/json.ts'
import type { OutboxMessage } from '../domain/outbox.ts'
import type { JobActivity } from './activity.ts'
import type { CallOptions } from './call-options.ts'
import type { ReportPeriod } from './thread-reports.ts'
import { type Token, token } from './token.ts'
import type { FileChange } from './workspaces.ts'

/** An idempotency record to commit together with the write it stands for. */
export interface IdempotencyClaim {
  organizationId: OrganizationId
  /** The `Idempotency-Key` header. */
  key: string
  /** Method, path and a hash of the body: another value under the same key is a mismatch. */
  fingerprint: string
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** The reply to store, made from the job as it was committed. */
  respond(job: Job): { status: number; body: Json }
}

export interface IdempotencyRecord {
  fingerprint: string
  jobId: JobId
  status: number
  body: Json
}

/** A lease on a job. Only the newest token of a job may write. */
export interface Lease {
  readonly jobId: JobId
  /** Fencing token: grows with every claim of the job and with every cancel. */
  readonly token: number
  readonly worker: string
}

export interface Claim {
  lease: Lease
  job: Job
  /**
   * Claims of this run since its last recorded step, this one included, without those that were given back or excused:
   * 6 means that five workers died at it.
   */
  attempts: number
  /** The step that an earlier worker began and did not record: what its events say is void. */
  openStep: number | undefined
}

/** How long a job has made no progress because something outside of Docent was away, by the store's clock alone. */
export interface Outage {
  /** Times that the job was postponed since its last recorded step. */
  waits: number
  /** Time since the first of them, ms; 0 for the first. */
  ms: number
  /** The store's time, milliseconds since the epoch. */
  now: number
}

/** Lets a job wait. */
export interface Wait {
  /** Time during which nobody can claim the job, ms. */
  delayMs: number
  /** Committed with the wait. */
  events: readonly JobEvent[]
  /** What the job says of itself meanwhile, as `job.waiting`. */
  waiting?: JobWaiting
}

export interface ClaimOptions extends CallOptions {
  /** Who gets how much of the workers. Default: every organization the same, and in it every project. */
  readonly shares?: QueueShares | undefined
}

/** How many jobs there are to do, over all projects. */
export interface JobQueue {
  /** Jobs that a worker could carry on now, also those whose branch another job has. */
  waiting: number
  /** Jobs that a worker holds. */
  running: number
  /** Jobs that wait for a provider. */
  postponed: number
}

/** A message of the conversation with the model, as the specification defines it. */
export type ModelMessage = LanguageModelV4Message

export type StepKind =
  /** The run's workspace was opened at `data.commit`. */
  | 'opened'
  /** One reply of the model with the results of its tool calls. */
  | 'model'
  /** Feedback that Docent itself gave to the model: failed checks, conflicts. */
  | 'feedback'
  /** `data` is the PublishIntent with everything that the pull request needs. */
  | 'publish-intent'
  /** The branch was pushed: `data.commit`. */
  | 'pushed'
  /** The pull request is there: `data` has number and url. */
  | 'pull-request'
  /** The run failed: marks what it had seen as read, so that only a newer follow-up can carry it on. */
  | 'halted'

export interface StepDraft {
  /** Number of the run it belongs to. */
  run: number
  kind: StepKind
  /** What the step added to the conversation. */
  messages: readonly ModelMessage[]
  /** Ids of the queued messages that the step read: they become `read` with it. */
  read: readonly string[]
  /** What changed in this step, not the whole overlay. Limits: 1 MiB a file, 20 MiB a job (`invalid_request`). */
  changes: readonly FileChange[]
  data: { readonly [key: string]: Json | undefined }
  inputTokens: number
  outputTokens: number
  /** Time that a worker spent on it, ms: what passed with no worker on the job is in none of the steps. */
  workMs: number
}

export interface RecordedStep extends StepDraft {
  /** 1 for the first step of the job, no gaps. */
  index: number
  at: number
}

export interface JobQuery {
  projectId: ProjectId
  status?: JobStatus
  archived?: boolean
  /** 1 to 100. */
  limit: number
  /** The `nextCursor` of the page before. */
  cursor?: string
  /** Jobs to pass over first: only for the v1 list. */
  skip?: number
}

export interface JobPage {
  /** Newest first. */
  jobs: Job[]
  nextCursor: string | null
}

/**
 * Durable jobs, messages, steps, events and leases. Every write is one transaction that is on disk when its promise
 * resolves. Only the store's clock counts for leases.
 */
export interface JobStore {
  /** Whether everything that it keeps lies in the data directory, so that a backup of that directory has it. Default: no. */
  readonly isInDataDirectory?: boolean
  /**
   * Stores a new job with its first messages and events.
   * @throws IdempotencyInUse when a record with that key is there already.
   */
  create(change: JobChange, idempotency?: IdempotencyClaim, options?: CallOptions): Promise<Job>
  /**
   * Reads the job, applies the pure `change` and commits what it answers, in one transaction. What `change` throws
   * is rethrown and nothing is written. `change` must not be async and may be called more than once.
   * @returns undefined when there is no such job.
   */
  update(
    id: JobId,
    change: (job: Job) => JobChange,
    idempotency?: IdempotencyClaim,
    options?: CallOptions,
  ): Promise<Job | undefined>
  /** The committed record of a key that has not expired. */
  replay(
    organization: OrganizationId,
    key: string,
    options?: CallOptions,
  ): Promise<IdempotencyRecord | undefined>
  get(id: JobId, options?: CallOptions): Promise<Job | undefined>
  list(query: JobQuery, options?: CallOptions): Promise<JobPage>
  /** Jobs by the day of their creation, status and model, the oldest day first; those without any are left out. */
  activity(project: ProjectId, period: ReportPeriod, options?: CallOptions): Promise<JobActivity[]>
  /** Jobs whose `pullRequest` is that one, newest first, at most 100. `repository` as the jobs have it. */
  listByPullRequest(repository: string, number: number, options?: CallOptions): Promise<Job[]>
  /**
   * Settled jobs, archived or not, that somebody touched at or after `since`, and whose `pullRequest` is neither merged
   * nor closed as far as it is recorded: the latest touched first, at most `limit`.
   */
  openPullRequests(since: number, limit: number, options?: CallOptions): Promise<Job[]>
  /** In the order they were queued. */
  messages(id: JobId, options?: CallOptions): Promise<JobMessage[]>
  /** In the order they were recorded. */
  steps(id: JobId, options?: CallOptions): Promise<RecordedStep[]>

  /**
   * Hands out an active job that nobody has leased, never one whose (repository, ref) is leased through another job.
   * Each project has a line: first what a worker left, by a lease that ran out or was given back, then by the time of
   * waiting, to which `placeLater` adds. Of the projects that wait, and have not reached a limit of running jobs, that one
   * is next whose organization, and which itself within it, has the fewest running jobs for its share; of equals, the one
   * that was served the longest ago. `leaseMs` from the store's now.
   */
  claim(worker: string, leaseMs: number, options?: ClaimOptions): Promise<Claim | undefined>
  /**
   * Where jobs of a project stand in its line, for all of them or those with these ids. Jobs that don't wait for a worker
   * are left out. A long line may be counted up to a place that is not its end.
   */
  places?(
    project: ProjectId,
    ids?: readonly JobId[],
    options?: CallOptions,
  ): Promise<ReadonlyMap<JobId, JobPlace>>
  /** @throws LeaseLost */
  extend(lease: Lease, leaseMs: number, options?: CallOptions): Promise<void>
  /** Gives the lease back early (drain): the job can be claimed at once and the claim does not count as an attempt. */
  release(lease: Lease, options?: CallOptions): Promise<void>
  /**
   * Takes back the attempt of a worker that lost its lease and lives: its machine held it back, so the loss says nothing
   * of the job. Does nothing while the lease is the newest, and when the job has settled.
   */
  excuse(lease: Lease, options?: CallOptions): Promise<void>
  /**
   * Gives the lease back and lets the job wait: nobody can claim it before `delayMs` have passed, and then it goes
   * before the jobs that nobody has begun. It keeps its branch meanwhile, and the claim does not count as an attempt.
   * A follow-up is queued and does not end the wait; a cancel ends it. `plan` is pure, runs within the transaction, and
   * answers undefined to refuse the wait: then nothing is written and the lease is kept.
   * @returns true when the job waits now
   * @throws LeaseLost
   */
  postpone(lease: Lease, plan: (outage: Outage) => Wait | undefined, options?: CallOptions): Promise<boolean>
  /**
   * Appends a step and its events, and applies `change` to the job, in one transaction; resets attempts and waits,
   * and takes `waiting` from the job.
   * @throws LeaseLost, decided inside the write.
   */
  record(
    lease: Lease,
    step: StepDraft,
    events: readonly JobEvent[],
    change?: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<RecordedStep>
  /**
   * Appends events that belong to no step yet (text as it comes). `openStepAfter` says which step they are of, until
   * it is recorded, the job is postponed, or the run ends.
   * @throws LeaseLost
   */
  append(lease: Lease, events: readonly JobEvent[], options?: CallOptions): Promise<void>
  /**
   * Ends the run: applies `change` and lets the lease go. When unread messages are there it changes the job by
   * `onContinue` instead, keeps the lease and answers `continue`, so that a late follow-up is never lost.
   * @throws LeaseLost
   */
  settle(
    lease: Lease,
    change: (job: Job) => JobChange,
    onContinue: (job: Job) => Job,
    options?: CallOptions,
  ): Promise<'settled' | 'continue'>

  /**
   * Events after `after` (0 for all), then new ones as they are committed, from whichever process, until the signal
   * aborts; then it ends without an error. Never misses and never repeats one.
   */
  events(id: JobId, after: number, options?: CallOptions): AsyncIterable<StoredJobEvent>
  /** Counts jobs for metrics and for whatever starts more workers. */
  queue(options?: CallOptions): Promise<JobQueue>
  /** Calls back after changes of a job that may matter to its worker (cancel, new message), from whichever process. */
  watch(id: JobId, onChange: () => void): Disposable
  /**
   * Resolves when a job may have become claimable (a commit of any process, an expired lease), at the latest after
   * `timeoutMs`; spurious wake-ups are allowed, missed ones are not.
   */
  waitForWork(timeoutMs: number, options?: ClaimOptions): Promise<void>
  /**
   * What `outboxMessages` said of every write, committed with it and not yet dispatched, the oldest first. Kept until
   * `dispatched` is told, so that whoever hands it on may crash at any moment.
   */
  outbox(limit: number, options?: CallOptions): Promise<OutboxMessage[]>
  /**
   * Calls back after commits that may have put something into the outbox, from whichever process. One of a process that
   * died right after it may be missed, so look now and then. A store without it is looked at often.
   */
  watchOutbox?(onChange: () => void): Disposable
  /** Forgets messages that were handed on; unknown ids are ignored. */
  dispatched(ids: readonly string[], options?: CallOptions): Promise<void>
  /** Settled jobs, not archived, that nobody touched since `before`, oldest first, at most `limit`. */
  idleSince(before: number, limit: number, options?: CallOptions): Promise<Job[]>
  /** Deletes expired idempotency records, and steps and events of jobs settled before the given times. */
  prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void>
}

export const JobStore: Token<JobStore> = token<JobStore>('JobStore')
