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

/** How titles begin that make drafts, on servers as they come and on those that follow GitLab. */
const DRAFT = /^(?:\s*(?:wip:|\[wip\]|draft:|\[draft\]))+\s*/i

/** Only the server knows what its administrator made the prefixes of drafts. */
export function draftTitles(prefix: string): DraftTitles {
  return { prefix, pattern: DRAFT, length: 255 }
}

export function readPull(reply: unknown): HostPull {
  const { head, base, ...pull } = GiteaPull.parse(reply)
  // Older servers have no such field.
  const draft = pull.draft ?? DRAFT.test(pull.title)
  return {
    number: pull.number,
    url: pull.html_url,
    state: pull.merged ? 'merged' : pull.state === 'open' ? 'open' : 'closed',
    draft,
    title: readTitle(pull.title, draft, draftTitles('')),
    body: pull.body ?? '',
    // A deleted branch is named by the ref that is kept of it, and only its label has the name.
    branch: head.ref.startsWith('refs/pull/') ? (head.label ?? head.ref) : head.ref,
    base: base.ref,
    headCommit: head.sha ?? '',
    createdAt: Date.parse(pull.created_at),
    // A branch of a fork may bear the same name.
    isOwn: head.repo_id != null && head.repo_id === base.repo_id,
  }
}
