import type { Logger } from '@docent/core'
import { HostRefusal } from '@docent/git-host'
import { z } from 'zod'
import type { GiteaApi } from './gitea-api.ts'

const Labels = z.array(z.object({ id: z.number(), name: z.string() }))

/** Numbers of labels, which the hosts ask for. A label that is not there must not cost the pull request. */
export async function labelIds(
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
export async function requestReviewers(
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
    logger.warn({ repository: api.repository, reason: error.message }, `The git host refused ${what}`)
    return undefined
  }
}
