import { DocentError } from '@docent/core'
import type { GithubCall } from './github-call.ts'
import { GithubPull, isBranchOf } from './github-pull.ts'
import { hasStatus } from './map-error.ts'

/** Pull requests from a branch of the repository itself, or of the fork of `owner`, newest first. */
export async function listPulls(
  { client, at }: GithubCall,
  query: {
    branch: string
    owner: string | undefined
    state: 'open' | 'all'
    base?: string
    byHead?: boolean
  },
): Promise<GithubPull[]> {
  const pulls = await client.paginate(client.rest.pulls.list, {
    ...at,
    state: query.state,
    sort: 'created',
    direction: 'desc',
    per_page: 100,
    ...(query.byHead === false ? {} : { head: `${query.owner ?? at.owner}:${query.branch}` }),
    ...(query.base === undefined ? {} : { base: query.base }),
  })
  return pulls
    .map((pull) => GithubPull.parse(pull))
    .filter((pull) => pull.head.ref === query.branch && isBranchOf(pull, query.owner))
    .sort((left, right) => right.number - left.number)
}

/**
 * One pull request by number.
 * @throws DocentError `not_found` when the repository is there and the pull request is not.
 */
export async function requirePull({ client, at }: GithubCall, number: number): Promise<GithubPull> {
  try {
    const { data } = await client.rest.pulls.get({ ...at, pull_number: number })
    return GithubPull.parse(data)
  } catch (cause) {
    if (!hasStatus(cause, 404)) throw cause
    await client.rest.repos.get(at)
    throw new DocentError('not_found', `${at.owner}/${at.repo} has no pull request ${number}.`)
  }
}
