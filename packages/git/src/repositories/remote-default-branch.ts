import type { CallOptions } from '@docent/core/plugin'
import { type RemoteSource, transfer } from './transfer.ts'

/**
 * The branch that the remote's HEAD names; undefined when it names none (an empty repository, a detached HEAD).
 * `gitDir` is any repository that exists here: git wants one for its configuration.
 *
 * @throws GitError
 */
export async function remoteDefaultBranch(
  gitDir: string,
  remote: RemoteSource,
  options: CallOptions & { attempts?: number; timeoutMs?: number } = {},
): Promise<string | undefined> {
  const { attempts = 3, timeoutMs = 60_000 } = options
  const args = (url: string) => ['ls-remote', '--quiet', '--symref', '--', url, 'HEAD']
  const { stdout } = await transfer(gitDir, remote, 'read', args, { ...options, attempts, timeoutMs })
  return /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(stdout.toString())?.[1]
}
