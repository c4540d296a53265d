import {
  DocentError,
  GitHostMisconfigured,
  HostRefusal,
  type Logger,
  type OpenedPullRequest,
  type PullRequestDraft,
} from '@docent/core'
import { z } from 'zod'
import type { GitlabCall } from './gitlab-client.ts'
import { GitlabPull, titleOf, toPullRequest } from './gitlab-pull.ts'
import { listPulls, present } from './read-pulls.ts'
import { redact } from './redact.ts'

const Found = z.array(z.object({ id: z.number(), username: z.string() }))

/** Opens a merge request, or answers the open one of that branch and base. */
export async function openPull(
  call: GitlabCall,
  draft: PullRequestDraft,
  logger: Logger,
): Promise<OpenedPullRequest> {
  await requireBranches(call, draft)
  const { client, project } = call
  const { ids: reviewerIds, refused } = await findReviewers(call, draft.reviewers ?? [], logger)
  const told = refused.length > 0 ? { refused } : {}
  const labels = (draft.labels ?? []).join(',')
  try {
    const made = await client.mergeRequests.create(
      project,
      draft.branch,
      draft.base,
      titleOf(draft.title, draft.draft),
      {
        description: draft.body,
        ...(labels === '' ? {} : { labels }),
        ...(reviewerIds.length === 0 ? {} : { reviewerIds }),
      },
    )
    return { ...toPullRequest(GitlabPull.parse(made)), ...told }
  } catch (error) {
    if (!HostRefusal.has(error, 409)) throw error
    return { ...toPullRequest(await existing(call, draft)), ...told }
  }
}

/** An earlier attempt got through and its reply was lost, or a person was faster. */
async function existing(call: GitlabCall, { branch, base }: PullRequestDraft): Promise<GitlabPull> {
  const [found] = await listPulls(call, { branch, base, state: 'opened' })
  if (found) return found
  throw new DocentError(
    'git_host_failed',
    `GitLab says that a merge request of ${branch} exists in ${call.project}, and does not list it.`,
    { isRetryable: true },
  )
}

/** GitLab opens merge requests of branches that are not there, which nobody could merge. */
async function requireBranches(call: GitlabCall, { branch, base }: PullRequestDraft): Promise<void> {
  const isThere = async (name: string): Promise<boolean> =>
    (await present(call, () => call.client.branches.show(call.project, name))) !== undefined
  const [head, target] = await Promise.all([isThere(branch), isThere(base)])
  if (!target) {
    throw new GitHostMisconfigured(
      `The base branch ${base} is not in ${call.project} any more: set the default branch of the project in GitLab, or restore the branch.`,
    )
  }
  if (head) return
  throw new DocentError(
    'git_host_failed',
    `${call.project} has no branch ${branch}: nothing was pushed to it.`,
  )
}

/** A reviewer that cannot be found must not cost the merge request: it is told. */
async function findReviewers(
  { client, project }: GitlabCall,
  reviewers: readonly string[],
  logger: Logger,
): Promise<{ ids: number[]; refused: string[] }> {
  const refused: string[] = []
  const ids = await Promise.all(
    reviewers.map(async (username) => {
      try {
        const found = Found.parse(await client.users.all({ username }))
        const user = found.find((each) => each.username.toLowerCase() === username.toLowerCase())
        if (user) return [user.id]
        logger.warn({ repository: project, username }, 'GitLab knows no such reviewer')
      } catch (error) {
        if (!(error instanceof HostRefusal) || error.status >= 500 || error.status === 429) throw error
        const reason = redact(error.message)
        logger.warn({ repository: project, username, reason }, 'GitLab refused to look up a reviewer')
      }
      refused.push(`reviewer ${username}`)
      return []
    }),
  )
  return { ids: ids.flat(), refused }
}
