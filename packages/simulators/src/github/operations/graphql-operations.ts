import { requirePermission } from '../github-access.ts'
import { nodeId } from '../github-objects.ts'
import { GithubRefusal } from '../github-refusal.ts'
import { isRecord } from '../open-api-contract.ts'
import type { GithubCall, GithubReply } from './github-operation.ts'

/** The two mutations that REST lacks: a draft becomes ready, and the other way round. */
export function answerGraphql(call: GithubCall): GithubReply {
  const query = String(call.body.query)
  const mutation = /\b(markPullRequestReadyForReview|convertPullRequestToDraft)\b/.exec(query)?.[1]
  const variables = isRecord(call.body.variables) ? call.body.variables : {}
  if (!mutation) return failed('UNPROCESSABLE', 'Only the draft mutations are simulated')
  for (const repository of call.world.repositories) {
    const pull = repository.pulls.find((each) => nodeId('PR', each.id) === variables.pullRequestId)
    if (!pull) continue
    try {
      const { identity } = call
      const isAuthor =
        identity.kind === 'token' && identity.token.classic && identity.token.account === pull.user
      requirePermission(identity, repository, { name: 'pull_requests', level: isAuthor ? 'read' : 'write' })
    } catch (error) {
      if (error instanceof GithubRefusal) return failed('FORBIDDEN', error.message)
      throw error
    }
    const draft = mutation === 'convertPullRequestToDraft'
    if (draft && !repository.draftPullRequests) {
      return failed('UNPROCESSABLE', 'Draft pull requests are not supported in this repository.')
    }
    pull.draft = draft
    pull.updatedAt = call.world.now()
    return {
      status: 200,
      body: { data: { [mutation]: { pullRequest: { id: variables.pullRequestId, isDraft: draft } } } },
    }
  }
  return failed('NOT_FOUND', `Could not resolve to a node with the global id of '${variables.pullRequestId}'`)
}

/** GraphQL's failures come with status 200. */
function failed(type: string, message: string): GithubReply {
  return { status: 200, body: { data: null, errors: [{ type, message, path: [], locations: [] }] } }
}
