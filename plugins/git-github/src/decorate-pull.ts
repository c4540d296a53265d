import type { Logger, PullRequestDraft } from '@docent/core'
import type { GithubCall } from './github-call.ts'
import { hasStatus, refusesWith } from './map-error.ts'

/**
 * Labels and reviewers. A name that GitHub refuses must not cost the pull request, nor the other names: it is told.
 * @returns what was refused, such as `reviewer writer`.
 */
export async function decorate(
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
      const reason = error instanceof Error ? error.message : ''
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
