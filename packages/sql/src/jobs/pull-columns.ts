import { type Job, pullRequestState } from '@docent/core/plugin'

/** The columns about the pull request of a job: what it came to is asked for without reading bodies. */
export function pullColumns({ pullRequest, mergedAt }: Job) {
  return {
    pull_number: pullRequest?.number ?? null,
    pull_ended: pullRequest !== null && pullRequestState(pullRequest) !== 'open',
    merged_at: mergedAt ?? null,
  }
}
