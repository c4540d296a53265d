import type { CallOptions, GitRemote, RemoteRequest } from '@docent/core/plugin'
import { retryGit } from '../run/retry-git.ts'
import { type GitResult, runGit } from '../run/run-git.ts'

/** Asked before every fetch and push; the answer is used once and not kept. */
export type RemoteSource = (options: RemoteRequest) => Promise<GitRemote>

/** Runs one command that talks to the remote, asking for fresh credentials before every attempt. */
export function transfer(
  gitDir: string,
  remote: RemoteSource,
  access: 'read' | 'write',
  args: (url: string) => string[],
  options: CallOptions & { attempts: number; timeoutMs: number },
): Promise<GitResult> {
  const call = options.signal ? { signal: options.signal } : {}
  return retryGit(
    async () => {
      const target = await remote({ ...call, access })
      const list = withLocalProgram(args(target.url), target.url)
      return runGit(list, { ...call, gitDir, remote: target, timeoutMs: options.timeoutMs })
    },
    { ...call, attempts: options.attempts },
  )
}

/**
 * For a `file:` URL git starts the other side itself, without our configuration: a repository of another owner (a
 * mounted folder) would be refused.
 */
function withLocalProgram(args: string[], url: string): string[] {
  if (!url.startsWith('file:')) return args
  const [command = '', ...rest] = args
  const program = command === 'push' ? 'receive-pack' : 'upload-pack'
  return [command, `--${program}=git -c safe.directory='*' ${program}`, ...rest]
}
