import { DocentError } from '@docent/core/plugin'
import { GitError } from '../run/git-error.ts'
import type { RepositoryRefs } from './repository-refs.ts'

/** A fetch that brings what it is asked for, and nothing else. */
export const FETCH: readonly string[] =
  'fetch --quiet --no-tags --no-write-fetch-head --no-recurse-submodules --no-auto-maintenance'.split(' ')

interface FetchParts {
  refs: RepositoryRefs
  /** Whether a first fetch brings only the newest commit. */
  shallow: boolean
  /** Runs git against the remote, once. */
  fetch(args: (url: string) => string[]): Promise<unknown>
}

/** Fetches branches of the remote into `refs/remotes/<place>/`. */
export async function fetchNamed(
  { refs, shallow, fetch }: FetchParts,
  branches: readonly string[],
  place: 'origin' | 'fork',
  signal: AbortSignal,
): Promise<void> {
  const prefix = `refs/remotes/${place}/`
  const known = (await refs.names(prefix, { signal })).map((ref) => ref.slice(prefix.length))
  // A deleted branch `a` stands in the way of a new branch `a/b`, and the reverse.
  for (const old of known) {
    const inTheWay = branches.some((branch) => branch.startsWith(`${old}/`) || old.startsWith(`${branch}/`))
    if (inTheWay) await refs.delete(`${prefix}${old}`, { signal })
  }
  // A fork is fetched after what it was forked from.
  const depth = shallow && known.length === 0 && place === 'origin' ? ['--depth=1'] : []
  try {
    const named = branches.map((branch) => `+refs/heads/${branch}:${prefix}${branch}`)
    await fetch((url) => [...FETCH, ...depth, '--', url, ...named])
  } catch (error) {
    // Gone between the question and the fetch: asking again tells.
    if (!GitError.is(error) || error.kind !== 'not-found') throw error
    throw new DocentError('git_host_failed', 'A branch changed while it was fetched.', {
      cause: error,
      isRetryable: true,
    })
  }
}
