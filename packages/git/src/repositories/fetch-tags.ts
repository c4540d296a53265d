import type { CallOptions } from '@docent/core/plugin'
import type { BareRepository } from './bare-repository.ts'
import { FETCH } from './fetch-named.ts'
import { type RemoteSource, transfer } from './transfer.ts'

const LONGEST_MS = 300_000
const ATTEMPTS = 3

/** Fetches tags and what they name, into a repository that nobody else fetches to meanwhile. @throws GitError */
export async function fetchTags(
  repository: BareRepository,
  remote: RemoteSource,
  options: CallOptions = {},
): Promise<void> {
  await repository.init()
  const args = (url: string) => [...FETCH, '--', url, '+refs/tags/*:refs/tags/*']
  await transfer(repository.gitDir, remote, 'read', args, {
    ...options,
    attempts: ATTEMPTS,
    timeoutMs: LONGEST_MS,
  })
}
