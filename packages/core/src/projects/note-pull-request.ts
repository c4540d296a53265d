import { defined } from '@docent/content'
import type { Job } from '../domain/job.ts'
import { applyTransition } from '../domain/job-state.ts'
import { isNews } from '../domain/pull-request-facts.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { PullRequest } from '../ports/git-host.ts'
import type { JobStore } from '../ports/job-store.ts'

/** What a git host says of a pull request. */
export type SeenPullRequest = Pick<PullRequest, 'number' | 'state' | 'ended'>

/**
 * Records what became of the pull request of a job. Writes nothing when the job knows it already.
 * @param now stands in where the host doesn't say when it happened
 * @returns true when it was news
 */
export async function notePullRequest(
  jobs: JobStore,
  job: Job,
  { number, state, ended }: SeenPullRequest,
  now: number,
  options: CallOptions = {},
): Promise<boolean> {
  if (!isNews(job, { number, state })) return false
  const fact = {
    type: 'pull-request',
    number,
    state,
    at: ended?.at ?? now,
    ...defined({ by: ended?.by }),
  } as const
  await jobs.update(job.id, (current) => applyTransition(current, fact), undefined, options)
  return true
}
