import type { CallOptions } from '@docent/core/plugin'
import { type BareRepository, GitError, type RemoteSource } from '@docent/git'

/** Fetches the commit that a change stands on: of the branch's repository or, for a fork, of what it was forked from. */
export async function fetchParent(
  repository: BareRepository,
  from: { remote: RemoteSource; upstream: RemoteSource; isForked: boolean },
  commit: string,
  options: CallOptions,
): Promise<void> {
  try {
    await repository.fetchCommit(from.remote, commit, options)
  } catch (error) {
    // A fork need not have what was pushed upstream since it was made.
    if (!from.isForked || !GitError.is(error) || error.kind !== 'not-found') throw error
    await repository.fetchCommit(from.upstream, commit, options)
  }
}
