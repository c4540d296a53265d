import {
  DocentError,
  GitHostMisconfigured,
  HostRefusal,
  type Logger,
  type OpenedPullRequest,
  type PullRequestDraft,
} from '@docent/core'
import { z } from 'zod'
import type { GiteaApi } from './gitea-api.ts'
import { GiteaPull, titleOf, toPullRequest } from './gitea-pull.ts'
import { listPulls, present } from './read-pulls.ts'
import { redact } from './redact.ts'

const Labels = z.array(z.object({ id: z.number(), name: z.string() }))

/** Opens a pull request, or answers the open one of that branch and base. */
export async function openPull(
  api: GiteaApi,
  draft: PullRequestDraft,
  settings: { draftPrefix: string; logger: Logger },
): Promise<OpenedPullRequest> {
  const { draftPrefix, logger } = settings
  const { ids: labels, refused } = await labelIds(api, draft.labels ?? [], logger)
  const pull = await create(api, draft, {
    title: titleOf(draft.title, draft.draft, draftPrefix),
    ...(labels.length === 0 ? {} : { labels }),
  })
  refused.push(...(await requestReviewers(api, pull.number, draft.reviewers ?? [], logger)))
  return { ...toPullRequest(pull), ...(refused.length > 0 ? { refused } : {}) }
}

async function create(
  api: GiteaApi,
  draft: PullRequestDraft,
  rest: { title: string; labels?: number[] },
): Promise<GiteaPull> {
  const { branch: head, base, body } = draft
  try {
    return GiteaPull.parse(await api.post('/pulls', { head, base, body, ...rest }))
  } catch (error) {
    if (HostRefusal.has(error, 409)) return existing(api, draft)
    if (HostRefusal.has(error, 404)) await requireBranches(api, draft)
    throw error
  }
}

/** An earlier attempt got through and its reply was lost, or a person was faster. */
async function existing(api: GiteaApi, { branch, base }: PullRequestDraft): Promise<GiteaPull> {
  const [found] = await listPulls(api, { branch, base, state: 'open' })
  if (found) return found
  throw new DocentError(
    'git_host_failed',
    `The git host says that a pull request of ${branch} exists in ${api.repository}, and does not list it.`,
    { isRetryable: true },
  )
}

async function requireBranches(api: GiteaApi, { branch, base }: PullRequestDraft): Promise<void> {
  const isThere = async (name: string): Promise<boolean> => {
    const path = name.split('/').map(encodeURIComponent).join('/')
    return (await present(api, () => api.get(`/branches/${path}`))) !== undefined
  }
  if (!(await isThere(base))) {
    throw new GitHostMisconfigured(
      `The base branch ${base} is not in ${api.repository} any more: set the default branch of the repository, or restore the branch.`,
    )
  }
  if (await isThere(branch)) return
  throw new DocentError(
    'git_host_failed',
    `${api.repository} has no branch ${branch}: nothing was pushed to it.`,
  )
}

/** A label that is not there must not cost the pull request: it is told. */
async function labelIds(
  api: GiteaApi,
  names: readonly string[],
  logger: Logger,
): Promise<{ ids: number[]; refused: string[] }> {
  if (names.length === 0) return { ids: [], refused: [] }
  const known = await tolerate(api, 'the labels of a pull request', logger, async () =>
    Labels.parse(await api.list('/labels')),
  )
  const found = (known ?? []).filter((label) => names.includes(label.name))
  const missing = names.filter((name) => !found.some((label) => label.name === name))
  if (known && missing.length > 0) {
    logger.warn({ repository: api.repository, labels: missing }, 'The git host knows no such labels')
  }
  return { ids: found.map((label) => label.id), refused: missing.map((name) => `label ${name}`) }
}

/** One by one: a name that is refused takes the others with it. @returns those that were refused */
async function requestReviewers(
  api: GiteaApi,
  number: number,
  reviewers: readonly string[],
  logger: Logger,
): Promise<string[]> {
  const refused: string[] = []
  for (const reviewer of reviewers) {
    // `owner/team` is a team, as on GitHub.
    const slash = reviewer.indexOf('/')
    const asked = slash < 0 ? { reviewers: [reviewer] } : { team_reviewers: [reviewer.slice(slash + 1)] }
    const taken = await tolerate(api, 'a reviewer of a pull request', logger, async () => {
      await api.post(`/pulls/${number}/requested_reviewers`, asked)
      return true
    })
    if (!taken) refused.push(`reviewer ${reviewer}`)
  }
  return refused
}

async function tolerate<T>(
  api: GiteaApi,
  what: string,
  logger: Logger,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    const refused = error instanceof HostRefusal && [400, 403, 404, 422].includes(error.status)
    if (!refused) throw error
    const reason = redact(error.message)
    logger.warn({ repository: api.repository, reason }, `The git host refused ${what}`)
    return undefined
  }
}
