import type { UserId } from './account.ts'
import type { CodeEvidence } from './code-evidence.ts'
import type { FoundContext } from './context-repository.ts'
import type { JobId, OrganizationId, ProjectId } from './ids.ts'
import type { Json } from './json.ts'
import type { RunOutcome } from './run-outcome.ts'
import type { SpendKey } from './spend.ts'

/** The three states of a job, as in the HTTP contract. */
export type JobStatus = 'active' | 'completed' | 'failed'

/** Why a run ended. */
export type HaltReason = 'completed' | 'git_host_misconfigured' | 'error'

export interface Todo {
  id: string
  content: string
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled'
  priority: 'high' | 'medium' | 'low'
}

/** The pull request a job works on. `url` is what `prLink` shows. */
export interface JobPullRequest {
  number: number
  url: string
  /** The branch it was opened from: `source.ref`, or a later one when that one's pull request was merged or closed. */
  branch: string
  draft: boolean
  /** When it was merged, as far as Docent knows. Absent until then. */
  mergedAt?: number
  /** Who merged it, as the git host names them. Absent where the host doesn't say. */
  mergedBy?: string
  /** When it was closed without a merge. Absent while it is open. */
  closedAt?: number
}

/** What becomes of a pull request after it was opened. */
export type PullRequestState = 'open' | 'merged' | 'closed'

/** What can keep a job from going on: `machine` is the disk or a limit of a worker, `server` a part such as the store. */
export const WAITS_FOR = ['model', 'git-host', 'machine', 'server'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/** Why an active job makes no progress. Times are milliseconds since the epoch, by the clock of the store. */
export interface JobWaiting {
  readonly for: WaitsFor
  /** Safe to show to members. */
  readonly reason: string
  /** When it first had to wait since its last recorded step. */
  readonly since: number
  /** The next try. A worker may be at it when this has passed. */
  readonly until: number
  /** Waits in a row because the model began its reply and broke it off. Absent: none. */
  readonly brokenOff?: number
}

/**
 * An agent job. Times are milliseconds since the epoch.
 * Only `applyJobEvent` of job-state.ts makes a job with another `status`.
 */
export interface Job {
  readonly id: JobId
  readonly organizationId: OrganizationId
  readonly projectId: ProjectId
  /** Which API version created it: v1 jobs stream, both are readable through either. */
  readonly apiVersion: 'v1' | 'v2'
  readonly status: JobStatus
  /** `repository` is the full URL, `ref` the branch the agent works on. */
  readonly source: { readonly repository: string; readonly ref: string }
  /** The resolved model, `provider:model`, pinned at creation. */
  readonly model: string
  readonly title: string
  readonly asDraft: boolean
  readonly userId: string | null
  /** The signed-in person who created it. */
  readonly personId?: UserId
  /** The key that created it, when the key has a monthly spend cap. */
  readonly spendKey?: SpendKey
  /** `traceparent` of the request that created it, where requests are traced: its runs belong to that trace. */
  readonly traceContext?: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly archivedAt: number | null
  readonly archivedBy: 'person' | 'automatic' | null
  /** Number of runs begun: 1 with the creation, one more with each follow-up to a settled job. */
  readonly run: number
  /** True from the recorded publish intent to the end of the run: cancel answers 409 then. */
  readonly publishing: boolean
  readonly pullRequest: JobPullRequest | null
  /** When a pull request of this job was first merged. Stays when a follow-up opens another one. */
  readonly mergedAt?: number
  /** True when the last run ended by cancel: its unpublished changes are not restored. */
  readonly cancelled: boolean
  readonly haltReason: HaltReason | null
  readonly messageToUser: string
  readonly todos: readonly Todo[]
  /** While something is away that the job needs: from a wait until the next recorded step or the end of the run. */
  readonly waiting?: JobWaiting
}

/** A message to the agent. `unread` until a step reads it; `discarded` by cancel. */
export interface JobMessage {
  readonly id: string
  readonly role: 'user' | 'system' | 'assistant'
  readonly content: string
  readonly createdAt: number
  readonly state: 'unread' | 'read' | 'discarded'
  /** Of a message that Docent wrote because code changed: pull requests show it instead of the text. */
  readonly evidence?: CodeEvidence
}

export type NewJobMessage = Omit<JobMessage, 'state'>

/** What happened in a job, in the order it happened; the v1 stream and the live view read only these. */
export type JobEvent =
  | { type: 'status'; status: JobStatus; run: number }
  | { type: 'message'; messageId: string; role: JobMessage['role']; content: string }
  | { type: 'step-started'; step: number }
  /** What followed the newest `step-started` with this number is void. */
  | { type: 'step-restarted'; step: number }
  /** A provider is away: the run goes on at `until` (ISO 8601), or soon after it. */
  | { type: 'waiting'; reason: string; until: string }
  /** What the run reads beside the documentation, or why it cannot. */
  | { type: 'contexts'; contexts: readonly FoundContext[] }
  | { type: 'text'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: Json }
  | { type: 'tool-result'; toolCallId: string; toolName: string; output: Json; isError: boolean }
  | { type: 'todos'; todos: Todo[] }
  | { type: 'file-changed'; path: string; change: 'written' | 'deleted' }
  | { type: 'pull-request'; url: string; number: number; draft: boolean; refused?: readonly string[] }
  | {
      type: 'run-finished'
      run: number
      status: 'completed' | 'failed'
      haltReason: HaltReason
      messageToUser: string
      prLink: string | null
      /** Of a completed run. */
      outcome?: RunOutcome
    }
  | { type: 'archived'; at: number; by: 'person' | 'automatic' }
  /** A person took it out of the archive. */
  | { type: 'restored'; at: number }
  /** The pull request has been merged, closed, or open again since then, by `by` where the git host says who. */
  | { type: 'pull-request-state'; number: number; state: PullRequestState; since: number; by?: string }

/** A job event as stored: `sequence` starts at 1 in each job and has no gaps. */
export interface StoredJobEvent {
  readonly sequence: number
  readonly at: number
  readonly event: JobEvent
}

/** What a change of a job comes to: all of it commits in one transaction, or none. */
export interface JobChange {
  readonly job: Job
  /** Messages to queue as unread. */
  readonly messages: readonly NewJobMessage[]
  readonly events: readonly JobEvent[]
  /** Mark every unread message discarded (cancel). */
  readonly discardUnread?: boolean
  /** Take the lease away from its holder (cancel): its next write is refused with `LeaseLost`. */
  readonly revokeLease?: boolean
}
