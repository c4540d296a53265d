import type { GithubCall } from './github-call.ts'

/** What a draft's title begins with where the plan of a repository has no drafts. */
export const DRAFT_PREFIX = 'Draft: '

const mutation = (name: string): string =>
  `mutation($pullRequestId: ID!) { ${name}(input: { pullRequestId: $pullRequestId }) { pullRequest { id } } }`
const READY = mutation('markPullRequestReadyForReview')
const DRAFT = mutation('convertPullRequestToDraft')

/**
 * Turns a draft into a pull request, or back: REST cannot. Answers the title that is to be set, because a plan without
 * drafts has them in the title alone.
 */
export async function changeDraft(
  { client, at }: GithubCall,
  pull: { node_id?: string | null | undefined; draft?: boolean | null | undefined; title: string },
  { draft, title = pull.title }: { draft: boolean; title?: string | undefined },
): Promise<{ title?: string }> {
  const isMarked = title.startsWith(DRAFT_PREFIX)
  if ((pull.draft ?? false) === draft) {
    return !draft && isMarked ? { title: title.slice(DRAFT_PREFIX.length) } : {}
  }
  try {
    await client.graphql(draft ? DRAFT : READY, { pullRequestId: pull.node_id, request: at.request })
    return {}
  } catch (error) {
    const unsupported = error instanceof Error && /draft pull requests are not supported/i.test(error.message)
    if (!draft || !unsupported) throw error
    return isMarked ? {} : { title: `${DRAFT_PREFIX}${title}` }
  }
}
