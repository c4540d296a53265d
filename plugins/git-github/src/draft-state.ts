import { defined } from '@docent/core/plugin'
import { HostRefusal } from '@docent/git-host'
import { z } from 'zod'
import type { GithubCall } from './github-client.ts'

/** What a draft's title begins with where the plan of a repository has no drafts. */
export const DRAFT_PREFIX = 'Draft: '

export const UNSUPPORTED = /draft pull requests are not supported/i

const mutation = (name: string): string =>
  `mutation($pullRequestId: ID!) { ${name}(input: { pullRequestId: $pullRequestId }) { pullRequest { id } } }`
const READY = mutation('markPullRequestReadyForReview')
const DRAFT = mutation('convertPullRequestToDraft')

const Pull = z.object({ node_id: z.string(), title: z.string(), draft: z.boolean().nullish() })

/** GraphQL answers failures with 200. */
const Failure = z
  .object({ errors: z.array(z.object({ type: z.string().nullish(), message: z.string() })).min(1) })
  .transform(({ errors: [first] }) => ({ type: first?.type ?? '', message: first?.message ?? '' }))
const STATUS: Readonly<Record<string, number>> = { FORBIDDEN: 403, RATE_LIMITED: 429 }

/**
 * Turns a draft into a pull request, or back: REST cannot. Answers the title that is to be set, because a plan without
 * drafts has them in the title alone.
 */
export async function changeDraft(
  { client }: GithubCall,
  pull: unknown,
  { draft, title: given }: { draft: boolean; title?: string | undefined },
): Promise<{ title?: string }> {
  const {
    node_id: pullRequestId,
    draft: wasDraft,
    title = '',
  } = { ...Pull.parse(pull), ...defined({ title: given }) }
  const isMarked = title.startsWith(DRAFT_PREFIX)
  if ((wasDraft ?? false) === draft) {
    return !draft && isMarked ? { title: title.slice(DRAFT_PREFIX.length) } : {}
  }
  try {
    await client.graphql(draft ? DRAFT : READY, { pullRequestId })
    return {}
  } catch (error) {
    const { data: failure } = Failure.safeParse(error)
    if (!failure) throw error
    const isUnsupported = draft && UNSUPPORTED.test(failure.message)
    if (!isUnsupported) throw new HostRefusal(STATUS[failure.type] ?? 422, failure.message, {})
    return isMarked ? {} : { title: `${DRAFT_PREFIX}${title}` }
  }
}
