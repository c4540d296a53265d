import { DocentError, HostRefusal } from '@docent/core'
import type { GiteaApi } from './gitea-api.ts'
import { branchOf, GiteaPull, isOwnBranch } from './gitea-pull.ts'

/** Pull requests from a branch of the repository itself, newest first. The hosts cannot filter by branch. */
export async function listPulls(
  api: GiteaApi,
  query: { branch: string; state: 'open' | 'all'; base?: string },
): Promise<GiteaPull[]> {
  const pulls = await api.list('/pulls', { state: query.state })
  const found = pulls
    .map((pull) => GiteaPull.parse(pull))
    .filter((pull) => branchOf(pull) === query.branch && isOwnBranch(pull))
    .filter((pull) => query.base === undefined || pull.base.ref === query.base)
  // One that is opened while the pages are read is on two of them.
  const byNumber = new Map(found.map((pull) => [pull.number, pull]))
  return [...byNumber.values()].sort((left, right) => right.number - left.number)
}

/** One pull request by number; undefined when the repository is there and the pull request is not. */
export function findPull(api: GiteaApi, number: number): Promise<GiteaPull | undefined> {
  return present(api, async () => GiteaPull.parse(await api.get(`/pulls/${number}`)))
}

/** @throws DocentError `not_found` when the repository is there and the pull request is not. */
export async function requirePull(api: GiteaApi, number: number): Promise<GiteaPull> {
  const found = await findPull(api, number)
  if (found) return found
  throw new DocentError('not_found', `${api.repository} has no pull request ${number}.`)
}

/** What `work` reads; undefined when the host knows the repository and not the rest. */
export async function present<T>(api: GiteaApi, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!HostRefusal.has(error, 404)) throw error
    // 404 is also what a repository out of sight answers: that one is a failure, and this call throws it.
    await api.get('')
    return undefined
  }
}
