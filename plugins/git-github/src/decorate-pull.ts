import type { Logger, PullRequestDraft } from '@docent/core'
import { askForNames } from '@docent/git-host'
import type { GithubCall } from './github-call.ts'

/** Labels and reviewers. `isFork`: who opens a pull request from a fork need not have the right to ask for them. */
export async function decorate(
  { client, at, repository }: GithubCall,
  number: number,
  draft: PullRequestDraft,
  { isFork, logger }: { isFork: boolean; logger: Logger },
): Promise<string[]> {
  const tolerated = isFork ? [403, 404, 422] : [422]
  const request = { tolerated, about: { repository, number }, vendor: 'GitHub', logger }
  const labels = await askForNames({ ...request, what: 'label', names: draft.labels ?? [] }, (names) =>
    client.rest.issues.addLabels({ ...at, issue_number: number, labels: names }),
  )
  const asked = { ...request, what: 'reviewer', names: draft.reviewers ?? [] } as const
  const reviewers = await askForNames(asked, (names) => {
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
