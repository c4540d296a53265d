import type { CallOptions, GitHost } from '@docent/core/plugin'
import { BRANCH, draftOf, type GitHostContext } from './git-host-context.ts'

export interface MemberCall {
  name: string
  /** False: it changes something, or hands something out that cannot be judged. */
  reads: boolean
  run(host: GitHost, options?: CallOptions): Promise<unknown>
}

/** Opens a pull request, and answers a call of each member that the host has about it. */
export async function memberCalls({ host, repository, pushBranch }: GitHostContext): Promise<MemberCall[]> {
  await pushBranch(BRANCH, { 'a.md': 'a\n' })
  await pushBranch('another', { 'b.md': 'b\n' })
  const { number } = await host.openPullRequest(repository, draftOf())
  const calls: MemberCall[] = [
    { name: 'defaultBranch', reads: true, run: (each, options) => each.defaultBranch(repository, options) },
    {
      name: 'findPullRequests',
      reads: true,
      run: (each, options) => each.findPullRequests(repository, BRANCH, options),
    },
    {
      name: 'pullRequest',
      reads: true,
      run: (each, options) => each.pullRequest(repository, number, options),
    },
    {
      name: 'openPullRequest',
      reads: false,
      run: (each, options) => each.openPullRequest(repository, draftOf({ branch: 'another' }), options),
    },
    {
      name: 'updatePullRequest',
      reads: false,
      run: (each, options) => each.updatePullRequest(repository, number, { title: 'x' }, options),
    },
    {
      name: 'remote',
      reads: false,
      run: (each, options) => each.remote(repository, { ...options, access: 'write' }),
    },
  ]
  if (host.diff) {
    calls.push({
      name: 'diff',
      reads: false,
      run: async (each, options) => each.diff?.(repository, number, options),
    })
  }
  if (host.comment) {
    calls.push({
      name: 'comment',
      reads: false,
      run: async (each, options) => each.comment?.(repository, number, { body: 'Done.' }, options),
    })
  }
  if (host.hasComment) {
    calls.push({
      name: 'hasComment',
      reads: true,
      run: async (each, options) => each.hasComment?.(repository, number, { text: 'nowhere' }, options),
    })
  }
  return calls
}
