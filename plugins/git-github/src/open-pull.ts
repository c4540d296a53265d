import { DocentError, type Logger, type OpenedPullRequest, type PullRequestDraft } from '@docent/core'
import type { GithubCall } from './github-call.ts'
import { GithubPull, toPullRequest } from './github-pull.ts'
import { hasStatus, redact, refusesWith } from './map-error.ts'
import { listPulls } from './read-pulls.ts'

/** What a draft's title begins with where the plan of a repository has no drafts. */
export const DRAFT_PREFIX = 'Draft: '

/** Longest title that GitHub takes. */
const TITLE_LENGTH = 256

/** Opens a pull request, or answers the open one of that branch and base. */
export async function openPull(
  call: GithubCall,
  draft: PullRequestDraft,
  /** Of the fork that the branch is in; undefined when it is in the repository itself. */
  owner: string | undefined,
  logger: Logger,
): Promise<OpenedPullRequest> {
  const pull = (await create(call, draft, owner)) ?? (await existing(call, draft, owner))
  const refused = await decorate(call, pull.number, draft, owner, logger)
  return { ...toPullRequest(pull), ...(refused.length > 0 ? { refused } : {}) }
}

/** Undefined when there is one already. */
async function create(
  call: GithubCall,
  draft: PullRequestDraft,
  owner: string | undefined,
): Promise<GithubPull | undefined> {
  const { client, at } = call
  const { base, body, title } = draft
  const head = owner === undefined ? draft.branch : `${owner}:${draft.branch}`
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
async function existing(
  call: GithubCall,
  { branch, base }: PullRequestDraft,
  owner: string | undefined,
): Promise<GithubPull> {
  const query = { branch, base, owner, state: 'open' } as const
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

/**
 * Labels and reviewers. A name that GitHub refuses must not cost the pull request, nor the other names: it is told.
 * @returns what was refused, such as `reviewer writer`.
 */
async function decorate(
  call: GithubCall,
  number: number,
  draft: PullRequestDraft,
  owner: string | undefined,
  logger: Logger,
): Promise<string[]> {
  const { client, at } = call
  const take = async (
    what: string,
    names: readonly string[],
    work: (names: string[]) => Promise<unknown>,
  ) => {
    if (names.length === 0) return []
    try {
      await work([...names])
      return []
    } catch (error) {
      // From a fork, whoever opens a pull request need not have the right to label it or to ask for reviews.
      const isForbidden = owner !== undefined && (hasStatus(error, 403) || hasStatus(error, 404))
      if (!refusesWith(error, /./) && !isForbidden) throw error
      const reason = error instanceof Error ? redact(error.message) : ''
      const about = { repository: `${at.owner}/${at.repo}`, number, names, reason }
      // One name that is refused costs all of them: each is asked for alone.
      if (names.length === 1 || isForbidden) {
        logger.warn(about, `GitHub refused ${what}s of a pull request`)
        return names.map((name) => `${what} ${name}`)
      }
      const refused: string[] = []
      for (const name of names) refused.push(...(await take(what, [name], work)))
      return refused
    }
  }
  const labels = await take('label', draft.labels ?? [], (names) =>
    client.rest.issues.addLabels({ ...at, issue_number: number, labels: names }),
  )
  const reviewers = await take('reviewer', draft.reviewers ?? [], (names) => {
    const people = names.filter((name) => !name.includes('/'))
    const teams = names.filter((name) => name.includes('/')).map((name) => name.slice(name.indexOf('/') + 1))
    return client.rest.pulls.requestReviewers({
      ...at,
      pull_number: number,
      ...(people.length > 0 ? { reviewers: people } : {}),
      ...(teams.length > 0 ? { team_reviewers: teams } : {}),
    })
  })
  return [...labels, ...reviewers]
}
