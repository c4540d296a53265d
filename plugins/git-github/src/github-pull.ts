import type { PullRequestState } from '@docent/core'
import type { HostPull } from '@docent/git-host'
import { z } from 'zod'

/** The fields of GitHub's pull request that are used. */
export const GithubPull = z.object({
  number: z.number(),
  node_id: z.string().nullish(),
  html_url: z.string(),
  state: z.string(),
  draft: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  created_at: z.string(),
  head: z.object({
    ref: z.string(),
    sha: z.string().nullish(),
    repo: z.object({ id: z.number() }).nullish(),
    user: z.object({ login: z.string() }).nullish(),
  }),
  base: z.object({ ref: z.string(), repo: z.object({ id: z.number() }).nullish() }),
})
export type GithubPull = z.output<typeof GithubPull>

/** `owner`: of the fork that branches of jobs are in; undefined when they are in the repository itself. */
export function readPull(reply: unknown, owner: string | undefined): HostPull {
  const pull = GithubPull.parse(reply)
  return {
    number: pull.number,
    url: pull.html_url,
    state: stateOf(pull),
    draft: pull.draft ?? false,
    title: pull.title,
    body: pull.body ?? '',
    branch: pull.head.ref,
    base: pull.base.ref,
    headCommit: pull.head.sha ?? '',
    createdAt: Date.parse(pull.created_at),
    isOwn: isBranchOf(pull, owner),
  }
}

export function stateOf(pull: Pick<GithubPull, 'state' | 'merged_at'>): PullRequestState {
  if (pull.merged_at != null) return 'merged'
  return pull.state === 'open' ? 'open' : 'closed'
}

/** True for a branch of the repository itself or, when `owner` is given, of that account's fork. */
function isBranchOf(pull: Pick<GithubPull, 'head' | 'base'>, owner: string | undefined): boolean {
  if (owner === undefined) return isOwnBranch(pull)
  return !isOwnBranch(pull) && pull.head.user?.login.toLowerCase() === owner.toLowerCase()
}

/** False for a branch of a fork, which may bear the same name. */
export function isOwnBranch(pull: Pick<GithubPull, 'head' | 'base'>): boolean {
  // A deleted fork has no repository any more; branches of the repository itself always have one.
  return pull.head.repo != null && pull.head.repo.id === pull.base.repo?.id
}
