import type { PullRequestState } from '@docent/core'
import { type DraftTitles, type HostPull, readTitle } from '@docent/git-host'
import { z } from 'zod'

const Side = z.object({
  label: z.string().nullish(),
  ref: z.string(),
  sha: z.string().nullish(),
  repo_id: z.number().nullish(),
})

/** The fields of the host's pull request that are used. */
export const GiteaPull = z.object({
  number: z.number(),
  html_url: z.string(),
  state: z.string(),
  merged: z.boolean().nullish(),
  draft: z.boolean().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  created_at: z.string(),
  head: Side,
  base: Side,
})
export type GiteaPull = z.output<typeof GiteaPull>

/** How titles begin that make drafts, on servers as they come and on those that follow GitLab. */
const DRAFT = /^(?:\s*(?:wip:|\[wip\]|draft:|\[draft\]))+\s*/i

/** Only the server knows what its administrator made the prefixes of drafts. */
export function draftTitles(prefix: string): DraftTitles {
  return { prefix, pattern: DRAFT, length: 255 }
}

export function readPull(reply: unknown): HostPull {
  const pull = GiteaPull.parse(reply)
  // Older servers have no such field.
  const draft = pull.draft ?? DRAFT.test(pull.title)
  return {
    number: pull.number,
    url: pull.html_url,
    state: stateOf(pull),
    draft,
    title: readTitle(pull.title, draft, draftTitles('')),
    body: pull.body ?? '',
    branch: branchOf(pull),
    base: pull.base.ref,
    headCommit: pull.head.sha ?? '',
    createdAt: Date.parse(pull.created_at),
    isOwn: isOwnBranch(pull),
  }
}

export function stateOf(pull: Pick<GiteaPull, 'state' | 'merged'>): PullRequestState {
  if (pull.merged) return 'merged'
  return pull.state === 'open' ? 'open' : 'closed'
}

/** A deleted branch is named by the ref that is kept of it, and only its label has the name. */
export function branchOf({ head }: Pick<GiteaPull, 'head'>): string {
  return head.ref.startsWith('refs/pull/') ? (head.label ?? head.ref) : head.ref
}

/** False for a branch of a fork, which may bear the same name. */
export function isOwnBranch({ head, base }: Pick<GiteaPull, 'head' | 'base'>): boolean {
  return head.repo_id != null && head.repo_id === base.repo_id
}
