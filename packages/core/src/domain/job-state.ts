import { defined } from '@docent/content'
import { DocentError } from '../errors/docent-error.ts'
import type { HaltReason, Job, JobChange, JobPullRequest, NewJobMessage, PullRequestState } from './job.ts'
import { withoutWaiting } from './job-waiting.ts'
import { withPullRequestState } from './pull-request-facts.ts'
import type { RunOutcome } from './run-outcome.ts'

/** Everything that can happen to a job after its creation. Times are milliseconds since the epoch. */
export type JobTransition =
  | { type: 'follow-up'; at: number; message: NewJobMessage }
  | {
      type: 'complete'
      at: number
      pullRequest: JobPullRequest | null
      messageToUser: string
      outcome?: RunOutcome
    }
  | { type: 'fail'; at: number; haltReason: Exclude<HaltReason, 'completed'>; messageToUser: string }
  | { type: 'cancel'; at: number }
  | { type: 'archive'; at: number; by: 'person' | 'automatic' }
  | { type: 'restore'; at: number }
  /** The git host says what became of a pull request. A fact about the host: legal at any time, changes no status. */
  | { type: 'pull-request'; at: number; number: number; state: PullRequestState; by?: string }

/** The states that the rules tell apart; the three of the contract are seen through `status`. */
export type JobState = 'running' | 'publishing' | 'settled' | 'archived-by-person' | 'archived-automatically'

/** What a transition does in a state: a rule that makes the change, or the sentence with which it is refused. */
type Rule<Transition> = ((job: Job, transition: Transition) => JobChange) | string

type Table = {
  readonly [Type in JobTransition['type']]: {
    readonly [State in JobState]: Rule<Extract<JobTransition, { type: Type }>>
  }
}

const UNARCHIVED = 'The job is not archived.'
const SETTLED = 'The job has already finished.'

/** The whole state machine. Every move that is not a function here is refused. */
const TABLE: Table = {
  'follow-up': {
    running: queueMessage,
    publishing: queueMessage,
    settled: beginNextRun,
    'archived-by-person': 'The job is archived. Create a new one.',
    'archived-automatically': beginNextRun,
  },
  complete: {
    running: complete,
    publishing: complete,
    settled: SETTLED,
    'archived-by-person': SETTLED,
    'archived-automatically': SETTLED,
  },
  fail: {
    running: fail,
    publishing: fail,
    settled: SETTLED,
    'archived-by-person': SETTLED,
    'archived-automatically': SETTLED,
  },
  cancel: {
    running: cancel,
    publishing: 'The job is publishing its changes, so you can no longer cancel it.',
    settled: 'The job has already finished. There is nothing to cancel.',
    'archived-by-person': 'The job is archived. There is nothing to cancel.',
    'archived-automatically': 'The job is archived. There is nothing to cancel.',
  },
  archive: {
    running: 'The job is still active. Cancel it or wait until it finishes, and then archive it.',
    publishing: 'The job is still active. Wait until it finishes, and then archive it.',
    settled: archive,
    'archived-by-person': (job) => ({ job, messages: [], events: [] }),
    'archived-automatically': (job, { by }) => ({
      job: { ...job, archivedBy: by },
      messages: [],
      events: [],
    }),
  },
  restore: {
    running: UNARCHIVED,
    publishing: UNARCHIVED,
    settled: UNARCHIVED,
    'archived-by-person': restore,
    'archived-automatically': restore,
  },
  'pull-request': {
    running: withPullRequestState,
    publishing: withPullRequestState,
    settled: withPullRequestState,
    'archived-by-person': withPullRequestState,
    'archived-automatically': withPullRequestState,
  },
}

export function stateOf(job: Job): JobState {
  if (job.archivedAt !== null)
    return job.archivedBy === 'automatic' ? 'archived-automatically' : 'archived-by-person'
  if (job.status !== 'active') return 'settled'
  return job.publishing ? 'publishing' : 'running'
}

/**
 * The one place where the status of a job changes: pure, so that stores can call it inside their transaction.
 * @throws DocentError `conflict` for a move that the table refuses.
 */
export function applyTransition(job: Job, transition: JobTransition): JobChange {
  const rule = TABLE[transition.type][stateOf(job)] as Rule<JobTransition>
  if (typeof rule === 'string') throw new DocentError('conflict', rule)
  return rule(job, transition)
}

/** A new job with its first messages: the only way into the table. */
export function beginJob(
  draft: Omit<
    Job,
    | 'status'
    | 'updatedAt'
    | 'archivedAt'
    | 'archivedBy'
    | 'run'
    | 'publishing'
    | 'pullRequest'
    | 'cancelled'
    | 'haltReason'
    | 'messageToUser'
    | 'todos'
    | 'waiting'
  >,
  messages: readonly NewJobMessage[],
): JobChange {
  const job: Job = {
    ...draft,
    status: 'active',
    updatedAt: draft.createdAt,
    archivedAt: null,
    archivedBy: null,
    run: 1,
    publishing: false,
    pullRequest: null,
    cancelled: false,
    haltReason: null,
    messageToUser: '',
    todos: [],
  }
  return {
    job,
    messages,
    events: [{ type: 'status', status: 'active', run: 1 }, ...messages.map(messageEvent)],
  }
}

/** Publishing has begun: from here on the run can no longer be cancelled. */
export function beginPublishing(job: Job): Job {
  return { ...job, publishing: true }
}

/** The run goes on after publishing, because a follow-up came in before it could settle. */
export function continueRun(job: Job): Job {
  return { ...job, publishing: false }
}

/** A run failed, but a follow-up came in before it could settle: it begins the next run, as if it had come just after. */
export function continueAfterFailure(job: Job): Job {
  return { ...job, publishing: false, run: job.run + 1 }
}

function messageEvent(message: NewJobMessage): JobChange['events'][number] {
  return { type: 'message', messageId: message.id, role: message.role, content: message.content }
}

function queueMessage(job: Job, { at, message }: { at: number; message: NewJobMessage }): JobChange {
  return { job: { ...job, updatedAt: at }, messages: [message], events: [messageEvent(message)] }
}

function beginNextRun(job: Job, { at, message }: { at: number; message: NewJobMessage }): JobChange {
  const run = job.run + 1
  return {
    job: {
      ...job,
      status: 'active',
      run,
      updatedAt: at,
      archivedAt: null,
      archivedBy: null,
      publishing: false,
      haltReason: null,
      messageToUser: '',
    },
    messages: [message],
    events: [{ type: 'status', status: 'active', run }, messageEvent(message)],
  }
}

function settle(
  job: Job,
  at: number,
  end: Pick<Job, 'haltReason' | 'messageToUser' | 'cancelled' | 'pullRequest'> & { haltReason: HaltReason },
): Job {
  return {
    ...withoutWaiting(job),
    ...end,
    status: end.haltReason === 'completed' ? 'completed' : 'failed',
    publishing: false,
    updatedAt: at,
  }
}

function ended(job: Job, outcome?: RunOutcome): JobChange['events'] {
  const status = job.status === 'completed' ? 'completed' : 'failed'
  return [
    { type: 'status', status, run: job.run },
    {
      type: 'run-finished',
      run: job.run,
      status,
      haltReason: job.haltReason ?? 'error',
      messageToUser: job.messageToUser,
      prLink: job.pullRequest?.url ?? null,
      ...defined({ outcome }),
    },
  ]
}

function complete(job: Job, transition: Extract<JobTransition, { type: 'complete' }>): JobChange {
  const { at, pullRequest, messageToUser, outcome } = transition
  const next = settle(job, at, { haltReason: 'completed', messageToUser, pullRequest, cancelled: false })
  return { job: next, messages: [], events: ended(next, outcome) }
}

function fail(
  job: Job,
  { at, haltReason, messageToUser }: Extract<JobTransition, { type: 'fail' }>,
): JobChange {
  const next = settle(job, at, { haltReason, messageToUser, pullRequest: job.pullRequest, cancelled: false })
  return { job: next, messages: [], events: ended(next) }
}

function cancel(job: Job, { at }: { at: number }): JobChange {
  const next = settle(job, at, {
    haltReason: 'error',
    messageToUser: 'The job was cancelled. Docent published nothing from this run.',
    pullRequest: job.pullRequest,
    cancelled: true,
  })
  return { job: next, messages: [], events: ended(next), discardUnread: true, revokeLease: true }
}

function archive(job: Job, { at, by }: { at: number; by: 'person' | 'automatic' }): JobChange {
  return {
    job: { ...job, archivedAt: at, archivedBy: by },
    messages: [],
    events: [{ type: 'archived', at, by }],
  }
}

function restore(job: Job, { at }: { at: number }): JobChange {
  return {
    job: { ...job, archivedAt: null, archivedBy: null, updatedAt: at },
    messages: [],
    events: [{ type: 'restored', at }],
  }
}
