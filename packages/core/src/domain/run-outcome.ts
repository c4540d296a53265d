import type { UnconfirmedName } from './unconfirmed-name.ts'

/** What a run of a job came to, taken from its recorded steps; nothing of it is the model's word but `agentMessage`. */
export interface RunOutcome {
  /** Published changes, with the lines that the commit adds and removes. */
  readonly files: readonly ChangedFile[]
  /** The last checks before publishing; null when nothing was published. */
  readonly checks: {
    readonly files: number
    readonly problems: number
    /** Absent in a record of an older version. */
    readonly links?: number
  } | null
  /** The pull request that has the changes; null when nothing was published. Absent in a record of an older version. */
  readonly pullRequest?: { readonly number: number; readonly url: string; readonly draft: boolean } | null
  /** New names of the changes that occur nowhere else. Absent in a record of an older version. */
  readonly unconfirmed?: readonly UnconfirmedName[]
  /** Paths that the agent tried to change and may not. */
  readonly refused: readonly string[]
  /** Why the run stopped before it was done; null when it was done. */
  readonly stopped: string | null
  /** Messages of people that the agent did not read. */
  readonly unread: number
  /** All of this as text for people. */
  readonly summary: string
  /** The closing words of the agent; '' for none. */
  readonly agentMessage: string
}

export interface ChangedFile {
  readonly path: string
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed'
  /** For `renamed`. */
  readonly from?: string
  readonly added: number
  readonly removed: number
}

/** The closing message of a job: what was recorded, then the words of the agent, marked as such. */
export function outcomeMessage({ summary, agentMessage }: RunOutcome): string {
  return agentMessage === '' ? summary : `${summary}${WORDS}${agentMessage}`
}

const WORDS = "\n\nThe agent's own words:\n\n"

/** A closing message with what was recorded alone. */
export function withoutAgentWords(message: string): string {
  const at = message.indexOf(WORDS)
  return at < 0 ? message : message.slice(0, at)
}

/** The line of a closing message that names the pull request. */
export function pullRequestLine(url: string): string {
  return `Pull request: ${url}`
}

/** A closing message for a place that names the pull request itself. */
export function withoutPullRequestLine(message: string, url: string | undefined): string {
  return url === undefined ? message : message.replace(`\n${pullRequestLine(url)}`, '')
}
