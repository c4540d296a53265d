import { HostRefusal, type PullRequest, type PullRequestPatch } from '@docent/core'
import type { GitlabCall } from './gitlab-client.ts'
import { GitlabPull, isDraft, titleOf, toPullRequest } from './gitlab-pull.ts'
import { requirePull } from './read-pulls.ts'

/** Changes title, body, state and draft. @throws DocentError `not_found` when there is no such merge request. */
export async function updatePull(
  call: GitlabCall,
  number: number,
  patch: PullRequestPatch,
): Promise<PullRequest> {
  const { draft, body, state } = patch
  const title = await titleFor(call, number, patch)
  const change = {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { description: body }),
    ...(state === undefined
      ? {}
      : { stateEvent: state === 'open' ? ('reopen' as const) : ('close' as const) }),
  }
  if (Object.keys(change).length === 0 && draft === undefined) {
    return toPullRequest(await requirePull(call, number))
  }
  try {
    return toPullRequest(GitlabPull.parse(await call.client.mergeRequests.edit(call.project, number, change)))
  } catch (error) {
    if (HostRefusal.has(error, 404)) await requirePull(call, number)
    throw error
  }
}

/** The title also says whether it is a draft, so a change of one needs the other. */
async function titleFor(
  call: GitlabCall,
  number: number,
  { title, draft }: PullRequestPatch,
): Promise<string | undefined> {
  if (title === undefined && draft === undefined) return undefined
  if (title !== undefined && draft !== undefined) return titleOf(title, draft)
  const pull = await requirePull(call, number)
  return titleOf(title ?? pull.title, draft ?? isDraft(pull))
}
