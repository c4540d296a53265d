import type { FoundContext } from '../../domain/context-repository.ts'
import type { UnconfirmedName } from '../../domain/unconfirmed-name.ts'
import type { ModelMessage, RecordedStep } from '../../ports/job-store.ts'
import type { ChangeSummary, FileChange, PublishIntent } from '../../ports/workspaces.ts'
import { messageLength } from '../../turn/estimate-tokens.ts'

/** The state of a run, read from its last recorded step alone. */
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
  changes: ChangeSummary[]
  checks: { files: number; problems: number; links?: number }
  checksText: string
  /** New names without a proof, those of earlier runs too where they are still there. */
  unconfirmed?: UnconfirmedName[]
  /** What the publishing before it listed so. */
  unconfirmedBefore?: UnconfirmedName[]
  labels?: string[]
  reviewers?: string[]
}

export interface RunHistory {
  phase: RunPhase
  /** All that was said in all runs of the job. */
  conversation: ModelMessage[]
  /** The base of this run's workspace: the newest `opened` step. */
  opened: { commit: string; branch: string } | undefined
  /** The context repositories as the run found them when it began. */
  contexts: readonly FoundContext[]
  /** To lay over `opened.commit`: what this run changed since. */
  changes: FileChange[]
  /** Unpublished changes of earlier, failed runs, for the first opening of this run. */
  carried: FileChange[]
  publish: PublishRecord | undefined
  /** What was pushed in this run, a record each time. */
  published: PublishRecord[]
  pushedCommit: string | undefined
  /** What workers spent on the recorded steps of this run, ms. */
  workMs: number
  modelSteps: number
  /** Calls of tools, and bytes that the model sent, in this run. */
  toolCalls: number
  outputBytes: number
  inputTokens: number
  outputTokens: number
  checkRounds: number
  /** Times that names without a proof went back to the model since the workspace was opened. */
  nameRounds: number
  /** What the newest publishing of the job listed as not confirmed, and the files that its runs published. */
  reported: readonly UnconfirmedName[]
  publishedFiles: readonly string[]
  conflictRounds: number
  /** The newest closing text of the model in this run. */
  summary: string
  /** Paths that the agent tried to change in this run and may not. */
  refused: string[]
  /** Messages of this run that no model was asked about, because a budget was used up. */
  unread: number
  /** The pull request of what this run published. */
  pullRequest: { number: number; url: string; draft: boolean } | undefined
  /** Labels and reviewers that the git host did not take for the pull request of this run. */
  notTaken: string[]
  /** Which budget ended the run; undefined while none did. */
  stoppedBecause: string | undefined
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
  const earlier = steps.filter((step) => step.run !== run)
  const begun: RunHistory = {
    phase: 'open',
    conversation: earlier.flatMap((step) => step.messages),
    opened: undefined,
    contexts: [],
    changes: [],
    carried: lastRunCancelled ? [] : unpublished(earlier.filter((step) => step.run < run)),
    publish: undefined,
    published: [],
    pushedCommit: undefined,
    workMs: 0,
    modelSteps: 0,
    toolCalls: 0,
    outputBytes: 0,
    inputTokens: 0,
    outputTokens: 0,
    checkRounds: 0,
    nameRounds: 0,
    ...reportedBy(earlier),
    conflictRounds: 0,
    summary: '',
    refused: [],
    unread: 0,
    pullRequest: undefined,
    notTaken: [],
    stoppedBecause: undefined,
  }
  return steps.filter((step) => step.run === run).reduce(takeStep, begun)
}

/** The state of the run after one more recorded step. */
export function takeStep(before: RunHistory, step: RecordedStep): RunHistory {
  const { kind, data } = step
  const history: RunHistory = {
    ...before,
    conversation: [...before.conversation, ...step.messages],
    workMs: before.workMs + step.workMs,
    inputTokens: before.inputTokens + step.inputTokens,
    outputTokens: before.outputTokens + step.outputTokens,
  }
  switch (kind) {
    case 'opened': {
      const opened = { commit: String(data.commit), branch: String(data.branch) }
      const changes = [...step.changes]
      const contexts = (data.contexts as unknown as FoundContext[] | undefined) ?? before.contexts
      const stands: RunHistory = { ...history, opened, contexts, changes, publish: undefined, phase: 'think' }
      if (data.conflict === true) return { ...stands, conflictRounds: before.conflictRounds + 1 }
      return {
        ...stands,
        pushedCommit: undefined,
        summary: '',
        checkRounds: 0,
        nameRounds: 0,
        stoppedBecause: undefined,
      }
    }
    case 'model': {
      const isFinished = data.finished === true
      return {
        ...history,
        changes: overlay(before.changes, step.changes),
        modelSteps: before.modelSteps + 1,
        ...sent(before, step.messages),
        phase: isFinished ? 'finish' : 'think',
        summary: isFinished ? String(data.text ?? '') : before.summary,
        stoppedBecause: typeof data.stopped === 'string' ? data.stopped : undefined,
        unread: 0,
        refused: [...new Set([...before.refused, ...((data.refused as string[] | undefined) ?? [])])],
      }
    }
    case 'feedback':
      // A budget was used up: the run ends with what there is.
      if (typeof data.stopped === 'string')
        return {
          ...history,
          phase: 'finish',
          stoppedBecause: data.stopped,
          unread: before.unread + step.read.length,
        }
      return {
        ...history,
        phase: 'think',
        checkRounds: before.checkRounds + (data.problems === 0 ? 0 : 1),
        nameRounds: before.nameRounds + (typeof data.names === 'number' && data.names > 0 ? 1 : 0),
      }
    case 'publish-intent':
      return { ...history, publish: data.publish as unknown as PublishRecord, phase: 'push' }
    case 'pushed':
      return {
        ...history,
        published: before.publish ? [...before.published, before.publish] : before.published,
        ...(before.publish && reportedWith(before, before.publish)),
        pushedCommit: String(data.commit),
        changes: [],
        phase: 'pull-request',
      }
    case 'pull-request':
      return {
        ...history,
        pullRequest: { number: Number(data.number), url: String(data.url), draft: data.draft === true },
        notTaken: (data.refused as string[] | undefined) ?? [],
        phase: 'settle',
      }
    case 'halted':
      return history
  }
}

type Reported = Pick<RunHistory, 'reported' | 'publishedFiles'>

/** What earlier runs of the job published and could not confirm. */
function reportedBy(steps: readonly RecordedStep[]): Reported {
  let found: Reported = { reported: [], publishedFiles: [] }
  let publish: PublishRecord | undefined
  for (const { kind, data } of steps) {
    if (kind === 'publish-intent') publish = data.publish as unknown as PublishRecord
    else if (kind === 'pushed' && publish !== undefined) found = reportedWith(found, publish)
  }
  return found
}

function reportedWith(
  { publishedFiles }: Reported,
  { unconfirmed, changes = [] }: Partial<PublishRecord>,
): Reported {
  return {
    reported: unconfirmed ?? [],
    publishedFiles: [...new Set([...publishedFiles, ...changes.map(({ path }) => path)])],
  }
}

function sent(
  before: RunHistory,
  messages: readonly ModelMessage[],
): Pick<RunHistory, 'toolCalls' | 'outputBytes'> {
  let { toolCalls, outputBytes } = before
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    toolCalls += message.content.filter((part) => part.type === 'tool-call').length
    outputBytes += messageLength(message)
  }
  return { toolCalls, outputBytes }
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
