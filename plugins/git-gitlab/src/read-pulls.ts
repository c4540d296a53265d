import { DocentError, HostRefusal } from '@docent/core'
import type { GitlabCall } from './gitlab-client.ts'
import { GitlabPull, isOwnBranch } from './gitlab-pull.ts'

/** Merge requests from a branch of the project itself, newest first. */
export async function listPulls(
  { client, project }: GitlabCall,
  query: { branch: string; base?: string; state?: 'opened' },
): Promise<GitlabPull[]> {
  const pulls: unknown[] = await client.mergeRequests.all({
    projectId: project,
    scope: 'all',
    sourceBranch: query.branch,
    orderBy: 'created_at',
    sort: 'desc',
    perPage: 100,
    ...(query.state === undefined ? {} : { state: query.state }),
    ...(query.base === undefined ? {} : { targetBranch: query.base }),
  })
  return pulls
    .map((pull) => GitlabPull.parse(pull))
    .filter((pull) => pull.source_branch === query.branch && isOwnBranch(pull))
    .sort((left, right) => right.iid - left.iid)
}

/** One merge request by number; undefined when the project is there and the merge request is not. */
export async function findPull(call: GitlabCall, number: number): Promise<GitlabPull | undefined> {
  return present(call, async () =>
    GitlabPull.parse(await call.client.mergeRequests.show(call.project, number)),
  )
}

/** @throws DocentError `not_found` when the project is there and the merge request is not. */
export async function requirePull(call: GitlabCall, number: number): Promise<GitlabPull> {
  const found = await findPull(call, number)
  if (found) return found
  throw new DocentError('not_found', `${call.project} has no merge request ${number}.`)
}

/** What `work` reads; undefined when GitLab knows the project and not the rest. */
export async function present<T>(call: GitlabCall, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!HostRefusal.has(error, 404)) throw error
    // 404 is also what a project out of sight answers: that one is a failure, and this call throws it.
    await call.client.projects.show(call.project)
    return undefined
  }
}
