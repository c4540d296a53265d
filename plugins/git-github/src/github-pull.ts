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
export function readPull(reply: unknown, owner?: string): HostPull {
  const { head, base, ...pull } = GithubPull.parse(reply)
  // A deleted fork has no repository any more; branches of the repository itself always have one.
  const isInside = head.repo != null && head.repo.id === base.repo?.id
  const isOfFork = !isInside && head.user?.login.toLowerCase() === owner?.toLowerCase()
  return {
    number: pull.number,
    url: pull.html_url,
    state: pull.merged_at != null ? 'merged' : pull.state === 'open' ? 'open' : 'closed',
    draft: pull.draft ?? false,
    title: pull.title,
    body: pull.body ?? '',
    branch: head.ref,
    base: base.ref,
    headCommit: head.sha ?? '',
    createdAt: Date.parse(pull.created_at),
    isOwn: owner === undefined ? isInside : isOfFork,
  }
}
