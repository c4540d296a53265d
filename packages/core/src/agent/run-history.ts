import type { JobPullRequest } from '../domain/job.ts'
import type { ModelMessage, RecordedStep } from '../ports/job-store.ts'
import type { FileChange, PublishIntent } from '../ports/workspaces.ts'

/** Where a run stands, judged by its last recorded step alone. */
export type RunPhase =
  /** No workspace was opened in this run. */
  | 'open'
  /** The model has something to say. */
  | 'think'
  /** The model is done: check, then publish. */
  | 'finish'
  | 'push'
  | 'pull-request'
  | 'settle'

/** What is recorded with a publish intent, beside what makes the commit. */
export interface PublishRecord {
  intent: PublishIntent
  title: string
  section: string
  draft: boolean
  summary: string
  labels?: string[]
  reviewers?: string[]
}

export interface RunHistory {
  phase: RunPhase
  /** All that was said in all runs of the job. */
  conversation: ModelMessage[]
  /** Where the workspace of this run stands: the newest `opened` step. */
  opened: { commit: string; branch: string } | undefined
  /** To lay over `opened.commit`: what this run changed since. */
  changes: FileChange[]
  /** Unpublished changes of earlier, failed runs, for the first opening of this run. */
  carried: FileChange[]
  publish: PublishRecord | undefined
  pushedCommit: string | undefined
  /** Begin of this run, milliseconds since the epoch; undefined before its first step. */
  startedAt: number | undefined
  modelSteps: number
  inputTokens: number
  outputTokens: number
  checkRounds: number
  conflictRounds: number
  /** The newest closing text of the model in this run. */
  summary: string
  /** Ids of messages read in this run. */
  read: string[]
}

/**
 * Reads a job's recorded steps back into the state of its current run: what a worker needs to carry on, and nothing
 * that only a worker's memory had.
 */
export function readHistory(
  steps: readonly RecordedStep[],
  run: number,
  lastRunCancelled: boolean,
): RunHistory {
  const history: RunHistory = {
    phase: 'open',
    conversation: steps.flatMap((step) => step.messages),
    opened: undefined,
    changes: [],
    carried: lastRunCancelled ? [] : unpublished(steps.filter((step) => step.run < run)),
    publish: undefined,
    pushedCommit: undefined,
    startedAt: undefined,
    modelSteps: 0,
    inputTokens: 0,
    outputTokens: 0,
    checkRounds: 0,
    conflictRounds: 0,
    summary: '',
    read: [],
  }
  for (const step of steps) if (step.run === run) take(history, step)
  return history
}

function take(history: RunHistory, step: RecordedStep): void {
  history.startedAt ??= step.at
  history.inputTokens += step.inputTokens
  history.outputTokens += step.outputTokens
  history.read.push(...step.read)
  switch (step.kind) {
    case 'opened':
      history.opened = { commit: String(step.data.commit), branch: String(step.data.branch) }
      history.changes = [...step.changes]
      if (step.data.conflict === true) history.conflictRounds++
      history.phase = 'think'
      return
    case 'model':
      history.changes = overlay(history.changes, step.changes)
      history.modelSteps++
      history.phase = step.data.finished === true ? 'finish' : 'think'
      if (step.data.finished === true) history.summary = String(step.data.text ?? '')
      return
    case 'feedback':
      history.checkRounds++
      history.phase = 'think'
      return
    case 'publish-intent':
      history.publish = step.data.publish as unknown as PublishRecord
      history.phase = 'push'
      return
    case 'pushed':
      history.pushedCommit = String(step.data.commit)
      history.phase = 'pull-request'
      return
    case 'pull-request':
      history.changes = []
      history.checkRounds = 0
      history.phase = 'settle'
      return
    case 'halted':
      return
  }
}

function unpublished(steps: readonly RecordedStep[]): FileChange[] {
  let changes: FileChange[] = []
  for (const step of steps) {
    if (step.kind === 'opened') changes = [...step.changes]
    else if (step.kind === 'pushed') changes = []
    else changes = overlay(changes, step.changes)
  }
  return changes
}

function overlay(below: readonly FileChange[], above: readonly FileChange[]): FileChange[] {
  if (above.length === 0) return [...below]
  const merged = new Map(below.map((change) => [change.path, change]))
  for (const change of above) merged.set(change.path, change)
  return [...merged.values()]
}

/** The pull request that a `pull-request` step tells of. */
export function pullRequestOf(step: RecordedStep): JobPullRequest {
  const { number, url, branch, draft } = step.data
  return { number: Number(number), url: String(url), branch: String(branch), draft: draft === true }
}
