import type { PullRequestState } from '@docent/core/plugin'
import { type DraftTitles, endOf, type HostPull, readTitle } from '@docent/git-host'
import { z } from 'zod'

const User = z.object({ username: z.string() }).nullish()

/** The fields of GitLab's merge request that are used. */
export const GitlabPull = z.object({
  iid: z.number(),
  web_url: z.string(),
  state: z.string(),
  draft: z.boolean().nullish(),
  title: z.string(),
  description: z.string().nullish(),
  source_branch: z.string(),
  target_branch: z.string(),
  source_project_id: z.number().nullish(),
  target_project_id: z.number().nullish(),
  sha: z.string().nullish(),
  created_at: z.string(),
  merged_at: z.string().nullish(),
  /** Since GitLab 14.7; before, `merged_by`. */
  merge_user: User,
  merged_by: User,
  closed_at: z.string().nullish(),
  closed_by: User,
})

/** How a title makes a draft: https://docs.gitlab.com/user/project/merge_requests/drafts. */
export const draftTitles: DraftTitles = {
  prefix: 'Draft: ',
  pattern: /^(?:\s*(?:draft:|\[draft\]|\(draft\)))+\s*/i,
  length: 255,
}

export function readPull(reply: unknown): HostPull {
  const pull = GitlabPull.parse(reply)
  const state = stateOf(pull.state)
  return {
    number: pull.iid,
    url: pull.web_url,
    state,
    ...endOf(state, {
      mergedAt: pull.merged_at,
      mergedBy: (pull.merge_user ?? pull.merged_by)?.username,
      closedAt: pull.closed_at,
      closedBy: pull.closed_by?.username,
    }),
    draft: pull.draft ?? draftTitles.pattern.test(pull.title),
    title: readTitle(pull.title, true, draftTitles),
    body: pull.description ?? '',
    branch: pull.source_branch,
    base: pull.target_branch,
    headCommit: pull.sha ?? '',
    createdAt: Date.parse(pull.created_at),
    isOwn: isOwnBranch(pull),
  }
}

/** `locked` is a merge request that is being merged. */
export function stateOf(state: string): PullRequestState {
  if (state === 'merged') return 'merged'
  return state === 'closed' ? 'closed' : 'open'
}

/** False for a branch of a fork, which may bear the same name. */
export function isOwnBranch(pull: {
  source_project_id?: number | null | undefined
  target_project_id?: number | null | undefined
}): boolean {
  return pull.source_project_id != null && pull.source_project_id === pull.target_project_id
}
