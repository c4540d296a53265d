import type { PullRequest, PullRequestPatch } from '@docent/core'
import type { GithubCall } from './github-call.ts'
import { GithubPull, toPullRequest } from './github-pull.ts'
import { hasStatus } from './map-error.ts'
import { DRAFT_PREFIX } from './open-pull.ts'
import { requirePull } from './read-pulls.ts'

const READY =
  'mutation($pullRequestId: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $pullRequestId }) { pullRequest { id } } }'
const DRAFT =
  'mutation($pullRequestId: ID!) { convertPullRequestToDraft(input: { pullRequestId: $pullRequestId }) { pullRequest { id } } }'

/** Changes title, body, state and draft. @throws DocentError `not_found` when there is no such pull request. */
export async function updatePull(
  call: GithubCall,
  number: number,
  patch: PullRequestPatch,
): Promise<PullRequest> {
  const { client, at } = call
  const { draft, title, body, state } = patch
  let change: PullRequestPatch = {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(state === undefined ? {} : { state }),
  }
  if (draft !== undefined) change = { ...change, ...(await changeDraft(call, number, draft, change.title)) }
  if (Object.keys(change).length === 0) return toPullRequest(await requirePull(call, number))
  try {
    const { data } = await client.rest.pulls.update({ ...at, pull_number: number, ...change })
    return toPullRequest(GithubPull.parse(data))
  } catch (error) {
    if (hasStatus(error, 404)) await requirePull(call, number)
    throw error
  }
}

/** Answers the title that the change asks for: a plan without drafts has them in the title alone. */
async function changeDraft(
  call: GithubCall,
  number: number,
  draft: boolean,
  title: string | undefined,
): Promise<{ title?: string }> {
  const pull = await requirePull(call, number)
  const wanted = title ?? pull.title
  if ((pull.draft ?? false) === draft) {
    return !draft && wanted.startsWith(DRAFT_PREFIX) ? { title: wanted.slice(DRAFT_PREFIX.length) } : {}
  }
  try {
    await call.client.graphql(draft ? DRAFT : READY, {
      pullRequestId: pull.node_id,
      request: call.at.request,
    })
    return {}
  } catch (error) {
    const unsupported = error instanceof Error && /draft pull requests are not supported/i.test(error.message)
    if (!draft || !unsupported) throw error
    return wanted.startsWith(DRAFT_PREFIX) ? {} : { title: `${DRAFT_PREFIX}${wanted}` }
  }
}
