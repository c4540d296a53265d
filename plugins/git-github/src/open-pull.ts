import { DocentError, type Logger, type PullRequest, type PullRequestDraft } from '@docent/core'
import type { GithubCall } from './github-call.ts'
import { GithubPull, toPullRequest } from './github-pull.ts'
import { redact, refusesWith } from './map-error.ts'
import { listPulls } from './read-pulls.ts'

/** What a draft's title begins with where the plan of a repository has no drafts. */
export const DRAFT_PREFIX = 'Draft: '

/** Longest title that GitHub takes. */
const TITLE_LENGTH = 256

/** Opens a pull request, or answers the open one of that branch and base. */
export async function openPull(
  call: GithubCall,
  draft: PullRequestDraft,
  logger: Logger,
): Promise<PullRequest> {
  const pull = (await create(call, draft)) ?? (await existing(call, draft))
  await decorate(call, pull.number, draft, logger)
  return toPullRequest(pull)
}

/** Undefined when there is one already. */
async function create(call: GithubCall, draft: PullRequestDraft): Promise<GithubPull | undefined> {
  const { client, at } = call
  const { branch: head, base, body, title } = draft
  const attempt = async (asDraft: boolean, withTitle: string): Promise<GithubPull> => {
    const short = withTitle.slice(0, TITLE_LENGTH)
    const { data } = await client.rest.pulls.create({ ...at, head, base, body, title: short, draft: asDraft })
    return GithubPull.parse(data)
  }
  try {
    try {
      return await attempt(draft.draft, title)
    } catch (error) {
      if (!draft.draft || !refusesWith(error, /draft pull requests are not supported/i)) throw error
      return await attempt(false, `${DRAFT_PREFIX}${title}`)
    }
  } catch (error) {
    if (refusesWith(error, /pull request already exists/i)) return undefined
    throw error
  }
}

/** An earlier attempt got through and its reply was lost, or a person was faster. */
async function existing(call: GithubCall, { branch, base }: PullRequestDraft): Promise<GithubPull> {
  const query = { branch, base, state: 'open' } as const
  const [found] = await listPulls(call, query)
  if (found) return found
  // After the owner was renamed, the filter by `owner:branch` finds nothing.
  const [unfiltered] = await listPulls(call, { ...query, byHead: false })
  if (unfiltered) return unfiltered
  throw new DocentError(
    'git_host_failed',
    `GitHub says that a pull request of ${branch} exists in ${call.at.owner}/${call.at.repo}, and does not list it.`,
    { isRetryable: true },
  )
}

/** Labels and reviewers. A name that GitHub refuses must not cost the pull request: it is logged. */
async function decorate(
  call: GithubCall,
  number: number,
  draft: PullRequestDraft,
  logger: Logger,
): Promise<void> {
  const { client, at } = call
  const labels = [...(draft.labels ?? [])]
  const reviewers = draft.reviewers ?? []
  const people = reviewers.filter((name) => !name.includes('/'))
  const teams = reviewers
    .filter((name) => name.includes('/'))
    .map((name) => name.slice(name.indexOf('/') + 1))
  const tolerate = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!refusesWith(error, /./)) throw error
      const reason = error instanceof Error ? redact(error.message) : ''
      logger.warn({ repository: `${at.owner}/${at.repo}`, number, reason }, `GitHub refused ${what}`)
    }
  }
  if (labels.length > 0) {
    await tolerate('the labels of a pull request', () =>
      client.rest.issues.addLabels({ ...at, issue_number: number, labels }),
    )
  }
  if (people.length + teams.length > 0) {
    await tolerate('the reviewers of a pull request', () =>
      client.rest.pulls.requestReviewers({
        ...at,
        pull_number: number,
        ...(people.length > 0 ? { reviewers: people } : {}),
        ...(teams.length > 0 ? { team_reviewers: teams } : {}),
      }),
    )
  }
}
