/** The three states of a job. Callers poll, follow its events or `wait` until it is not `active`. */
export type JobStatus = 'active' | 'completed' | 'failed'

/** An agent job, as `GET /v2/agent/{projectId}/job/{id}` returns it. */
export interface AgentJob {
  id: string
  status: JobStatus
  /** Full URL of the repository, and the branch that the agent works on. */
  source: { repository: string; ref: string }
  /** The resolved model, `provider:model`. */
  model: string
  /** Address of the pull request; null while the job is active and when no file was changed. */
  prLink: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC; null for a job that is not archived. */
  archivedAt: string | null
}

/** A page of jobs, newest first. `nextCursor` is null on the last one. */
export interface JobPage {
  jobs: AgentJob[]
  nextCursor: string | null
}

export interface Todo {
  id: string
  content: string
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled'
  priority: 'high' | 'medium' | 'low'
}

/** One event of a job's log. A newer server may send types that are not listed: ignore those you don't know. */
export type JobEvent = {
  /** Starts at 1 in each job, without gaps. */
  sequence: number
  /** ISO 8601, UTC. */
  at: string
} & (
  | { type: 'status'; status: JobStatus; run: number }
  | { type: 'message'; messageId: string; role: 'user' | 'system' | 'assistant'; content: string }
  | { type: 'step-started'; step: number }
  /** What followed the newest `step-started` with this number is void. */
  | { type: 'step-restarted'; step: number }
  /** A provider is away: the run goes on at `until` (ISO 8601), or soon after it. */
  | { type: 'waiting'; reason: string; until: string }
  /** Repositories that the run reads beside the documentation; `problem` says why one could not be read. */
  | {
      type: 'contexts'
      contexts: readonly { name: string; repository: string; commit?: string; problem?: string }[]
    }
  | { type: 'text'; text: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: unknown }
  | { type: 'tool-result'; toolCallId: string; toolName: string; output: unknown; isError: boolean }
  | { type: 'todos'; todos: Todo[] }
  | { type: 'file-changed'; path: string; change: 'written' | 'deleted' }
  | { type: 'pull-request'; url: string; number: number; draft: boolean; refused?: readonly string[] }
  | {
      type: 'run-finished'
      run: number
      status: 'completed' | 'failed'
      haltReason: string
      messageToUser: string
      prLink: string | null
      /** What was recorded of a completed run. */
      outcome?: {
        files: readonly {
          path: string
          change: 'added' | 'modified' | 'deleted' | 'renamed'
          from?: string
          added: number
          removed: number
        }[]
        checks: { files: number; problems: number; links?: number } | null
        pullRequest?: { number: number; url: string; draft: boolean } | null
        /** New names of the changes that occur neither in the repository nor in what was asked. */
        unconfirmed?: readonly {
          text: string
          kind: string
          file: string
          line: number
          nearest?: string
          /** The option that this value never stands beside. */
          with?: string
        }[]
        refused: readonly string[]
        stopped: string | null
        unread: number
        summary: string
        agentMessage: string
      }
    }
  | { type: 'archived'; at: number; by: 'person' | 'automatic' }
  /** A person took it out of the archive. */
  | { type: 'restored'; at: number }
  /** The pull request has been merged, closed, or open again since then (ms since the epoch), by `by` where it is known. */
  | {
      type: 'pull-request-state'
      number: number
      state: 'open' | 'merged' | 'closed'
      since: number
      by?: string
    }
)
