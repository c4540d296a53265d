import type { PullRequest, PullRequestState } from '@docent/core'
import { z } from 'zod'

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
})
export type GitlabPull = z.output<typeof GitlabPull>

/** Longest title that GitLab takes. */
const TITLE_LENGTH = 255

/** How a title makes a draft: https://docs.gitlab.com/user/project/merge_requests/drafts. */
const DRAFT = /^(?:\s*(?:draft:|\[draft\]|\(draft\)))+\s*/i

export function toPullRequest(pull: GitlabPull): PullRequest {
  return {
    number: pull.iid,
    url: pull.web_url,
    state: stateOf(pull.state),
    draft: isDraft(pull),
    title: plainTitle(pull),
    body: pull.description ?? '',
    branch: pull.source_branch,
    base: pull.target_branch,
    headCommit: pull.sha ?? '',
    createdAt: Date.parse(pull.created_at),
  }
}

/** `locked` is a merge request that is being merged. */
export function stateOf(state: string): PullRequestState {
  if (state === 'merged') return 'merged'
  return state === 'closed' ? 'closed' : 'open'
}

export function isDraft(pull: Pick<GitlabPull, 'draft' | 'title'>): boolean {
  return pull.draft ?? DRAFT.test(pull.title)
}

/** The title without what makes it a draft. */
export function plainTitle(pull: Pick<GitlabPull, 'title'>): string {
  return pull.title.replace(DRAFT, '')
}

/** The title to send: it alone decides whether a merge request is a draft. */
export function titleOf(title: string, draft: boolean): string {
  return `${draft ? 'Draft: ' : ''}${plainTitle({ title })}`.slice(0, TITLE_LENGTH)
}

/** False for a branch of a fork, which may bear the same name. */
export function isOwnBranch(pull: Pick<GitlabPull, 'source_project_id' | 'target_project_id'>): boolean {
  return pull.source_project_id != null && pull.source_project_id === pull.target_project_id
}
