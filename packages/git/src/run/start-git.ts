import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { DocentError } from '@docent/core/plugin'

export interface StartGitOptions {
  env: NodeJS.ProcessEnv
  cwd?: string | undefined
}

/**
 * Starts git with pipes, in a process group of its own: ending git must also end the helpers it started
 * (git-remote-https, index-pack). Listen to `error`, and hand it to `startFailure`.
 *
 * @throws DocentError when the machine has nothing left for a process: then Node makes no pipes, and tells why only later
 */
export function startGit(
  args: readonly string[],
  { env, cwd }: StartGitOptions,
): ChildProcessWithoutNullStreams {
  const child = spawnWithPipes(args, { env, cwd })
  if (child.stdin && child.stdout && child.stderr) return child
  // Without a listener, the reason that comes later would end the process.
  child.on('error', () => undefined)
  throw crowded(new Error('spawn git EMFILE'))
}

/** Why a process of git did not start. */
export function startFailure(error: Error, cwd: string | undefined): DocentError {
  const missing = 'code' in error && error.code === 'ENOENT'
  if (!missing) return crowded(error)
  return cwd === undefined
    ? new DocentError('configuration', 'The git command was not found. Install git 2.38 or later.', {
        cause: error,
      })
    : new DocentError('internal', 'git was started in a folder that is not there.', { cause: error })
}

function spawnWithPipes(args: readonly string[], options: StartGitOptions) {
  try {
    // A pipe is absent when Node could not make the process, whatever its type says.
    const child: ChildProcessWithoutNullStreams = spawn('git', args, {
      ...options,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    return child
  } catch (error) {
    throw startFailure(error instanceof Error ? error : new Error(String(error)), options.cwd)
  }
}

function crowded(cause: Error): DocentError {
  return new DocentError(
    'unavailable',
    'The server could not start git, because its machine has too many open files or processes, or too little memory. Docent tries again later. Check "ulimit -n", "ulimit -u", and the free memory.',
    { cause, isRetryable: true, isLocal: true },
  )
}
