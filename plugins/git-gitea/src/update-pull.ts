import { HostRefusal, type PullRequest, type PullRequestPatch } from '@docent/core'
import type { GiteaApi } from './gitea-api.ts'
import { GiteaPull, isDraft, titleOf, toPullRequest } from './gitea-pull.ts'
import { requirePull } from './read-pulls.ts'

/** Changes title, body, state and draft. @throws DocentError `not_found` when there is no such pull request. */
export async function updatePull(
  api: GiteaApi,
  number: number,
  patch: PullRequestPatch,
  draftPrefix: string,
): Promise<PullRequest> {
  const { body, state } = patch
  const title = await titleFor(api, number, patch, draftPrefix)
  const change = {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(state === undefined ? {} : { state }),
  }
  if (Object.keys(change).length === 0) return toPullRequest(await requirePull(api, number))
  try {
    return toPullRequest(GiteaPull.parse(await api.patch(`/pulls/${number}`, change)))
  } catch (error) {
    if (HostRefusal.has(error, 404)) await requirePull(api, number)
    throw error
  }
}

/** The title also says whether it is a draft, so a change of one needs the other. */
async function titleFor(
  api: GiteaApi,
  number: number,
  { title, draft }: PullRequestPatch,
  draftPrefix: string,
): Promise<string | undefined> {
  if (title === undefined && draft === undefined) return undefined
  if (title !== undefined && draft !== undefined) return titleOf(title, draft, draftPrefix)
  const pull = await requirePull(api, number)
  return titleOf(title ?? pull.title, draft ?? isDraft(pull), draftPrefix)
}
