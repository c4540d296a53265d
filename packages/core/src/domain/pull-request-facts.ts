import { defined } from '@docent/content'
import type { Job, JobChange, JobPullRequest, PullRequestState } from './job.ts'

/** What the git host says of a pull request. `at` is when it happened, milliseconds since the epoch. */
export interface PullRequestFact {
  number: number
  state: PullRequestState
  at: number
  by?: string
}

export function pullRequestState({ mergedAt, closedAt }: JobPullRequest): PullRequestState {
  if (mergedAt !== undefined) return 'merged'
  return closedAt === undefined ? 'open' : 'closed'
}

/** False for what the job knows already, and for a pull request that isn't the job's. What is merged stays merged. */
export function isNews({ pullRequest }: Job, { number, state }: Pick<PullRequestFact, 'number' | 'state'>) {
  if (pullRequest?.number !== number) return false
  const known = pullRequestState(pullRequest)
  return known !== 'merged' && known !== state
}

/** Safe to repeat: webhooks come twice, and every server of an installation may look the same pull request up. */
export function withPullRequestState(job: Job, { number, state, at, by }: PullRequestFact): JobChange {
  const { pullRequest } = job
  if (pullRequest === null || !isNews(job, { number, state })) return { job, messages: [], events: [] }
  const { closedAt: _, ...open } = pullRequest
  const events: JobChange['events'] = [
    { type: 'pull-request-state', number, state, since: at, ...defined({ by }) },
  ]
  if (state === 'open') return { job: { ...job, pullRequest: open }, messages: [], events }
  if (state === 'closed') {
    return { job: { ...job, pullRequest: { ...open, closedAt: at } }, messages: [], events }
  }
  const merged = { ...open, mergedAt: at, ...defined({ mergedBy: by }) }
  return { job: { mergedAt: at, ...job, pullRequest: merged }, messages: [], events }
}

/** The job with the pull request that a run published to: open, unless it was merged in the meantime. */
export function withPublished(job: Job, published: JobPullRequest): Job {
  const before = job.pullRequest
  const isMerged = before?.number === published.number && before.mergedAt !== undefined
  const { mergedAt, mergedBy } = isMerged ? before : {}
  return { ...job, pullRequest: { ...published, ...defined({ mergedAt, mergedBy }) } }
}

/** The branch that the job works on: of its latest pull request, after that of an earlier one was merged or closed. */
export function branchOf({ pullRequest, source }: Pick<Job, 'pullRequest' | 'source'>): string {
  return pullRequest?.branch ?? source.ref
}
