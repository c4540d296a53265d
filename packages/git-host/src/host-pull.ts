import type { PullRequest, PullRequestState } from '@docent/core/plugin'

/** A pull request as a host shows it, with whose branch it comes from. */
export interface HostPull extends PullRequest {
  /** False for a branch of a fork that is not the one that jobs are pushed to: it may bear the same name. */
  isOwn: boolean
}

export interface PullQuery {
  branch: string
  base?: string
  state: 'open' | 'all'
}

/**
 * Those of a branch of our own, newest first. A host's filter is never trusted with that: some have none, some take
 * the branches of forks for the same, and one that is opened while the pages are read is on two of them.
 */
export function pullsOf(pulls: readonly HostPull[], { branch, base, state }: PullQuery): HostPull[] {
  const mine = pulls.filter(
    (pull) =>
      pull.isOwn &&
      pull.branch === branch &&
      (base === undefined || pull.base === base) &&
      (state === 'all' || pull.state === 'open'),
  )
  const byNumber = new Map(mine.map((pull) => [pull.number, pull]))
  return [...byNumber.values()].sort((left, right) => right.number - left.number)
}

/** The member `ended` of a pull request; nothing where the host doesn't say when it ended. */
export function endOf(
  state: PullRequestState,
  said: {
    mergedAt?: string | null | undefined
    mergedBy?: string | null | undefined
    closedAt?: string | null | undefined
    closedBy?: string | null | undefined
  },
): Pick<PullRequest, 'ended'> {
  if (state === 'open') return {}
  const [time, by] = state === 'merged' ? [said.mergedAt, said.mergedBy] : [said.closedAt, said.closedBy]
  const at = Date.parse(time ?? '')
  return Number.isNaN(at) ? {} : { ended: { at, ...(by ? { by } : {}) } }
}

export function shown({ isOwn: _isOwn, ...pull }: HostPull): PullRequest {
  return pull
}
