import { DocentError, type GitRemote, isMachineFailure } from '@docent/core/plugin'
import { type GitConfig, gitEnvironment } from './git-environment.ts'
import { classifyGitError, GitError, type GitErrorKind } from './git-error.ts'
import { probeDisk } from './probe-disk.ts'
import { redact } from './redact.ts'
import { startFailure, startGit } from './start-git.ts'

export interface RunGitOptions {
  /** The repository (`GIT_DIR`). */
  gitDir?: string
  cwd?: string
  /** Added to the sanitized environment. */
  env?: Readonly<Record<string, string>>
  /** Configuration of this call, handed over through the environment. */
  config?: GitConfig
  /** Written to stdin. */
  input?: string | Uint8Array
  signal?: AbortSignal
  /** After this many milliseconds git is ended and the call fails with kind `timeout`. Default 60,000. */
  timeoutMs?: number
  /** The remote this call talks to: allows its protocol and hands over its credentials. */
  remote?: GitRemote
  /** Most bytes of stdout, default 256 MiB; more fails the call. */
  maxBytes?: number
  /** Exit codes that are answers, default only 0. */
  okExitCodes?: readonly number[]
  /** Gets stdout piece by piece instead of `GitResult.stdout`; answering false ends git early, which is no failure. */
  onStdout?: (piece: Buffer) => boolean
}

export interface GitResult {
  stdout: Buffer
  /** Credentials taken out. */
  stderr: string
  /** 0 when `onStdout` ended git early. */
  exitCode: number
}

const MOST_STDERR = 64 * 1024

/**
 * Runs git once. Arguments never pass through a shell; a caller puts untrusted ones after `--`, `-e` or
 * `--end-of-options`.
 *
 * @throws GitError when git fails; the signal's reason when it aborts.
 * @example
 * const { stdout } = await runGit(['rev-parse', '--verify', 'HEAD'], { gitDir })
 */
export async function runGit(args: readonly string[], options: RunGitOptions = {}): Promise<GitResult> {
  options.signal?.throwIfAborted()
  if (args.some((arg) => arg.includes('\0'))) {
    throw new DocentError('invalid_request', 'An argument of git must not hold a NUL character.')
  }
  const env = gitEnvironment(options)
  if (options.gitDir !== undefined) env.GIT_DIR = options.gitDir
  const maxBytes = options.maxBytes ?? 256 * 1024 * 1024
  const clean = (text: string) => redact(text, options.remote?.credentials)
  const fail = (kind: GitErrorKind, exitCode: number | null, stderr: string) =>
    new GitError({ command: subcommand(args), kind, exitCode, stderr: clean(stderr) })

  return new Promise<GitResult>((resolve, reject) => {
    const child = startGit(args, { env, cwd: options.cwd })
    const stdout: Buffer[] = []
    let size = 0
    let stderr = ''
    let kill: NodeJS.Timeout | undefined
    let ended: 'early' | 'abort' | 'timeout' | 'size' | undefined
    const end = (why: NonNullable<typeof ended>) => {
      if (ended !== undefined) return
      ended = why
      // SIGTERM lets git remove its lock files; one that does not go is killed.
      killGroup(child.pid, 'SIGTERM')
      kill = setTimeout(() => killGroup(child.pid, 'SIGKILL'), 2_000)
    }
    const onAbort = () => end('abort')
    const timer = setTimeout(() => end('timeout'), options.timeoutMs ?? 60_000)
    options.signal?.addEventListener('abort', onAbort, { once: true })
    const settle = () => {
      clearTimeout(timer)
      clearTimeout(kill)
      options.signal?.removeEventListener('abort', onAbort)
    }

    child.stdout.on('data', (piece: Buffer) => {
      if (ended !== undefined) return
      if (options.onStdout) {
        try {
          if (!options.onStdout(piece)) end('early')
        } catch (error) {
          end('early')
          reject(error)
        }
        return
      }
      size += piece.length
      if (size > maxBytes) end('size')
      else stdout.push(piece)
    })
    child.stderr.on('data', (piece: Buffer) => {
      if (stderr.length < MOST_STDERR) stderr += piece.toString()
    })
    child.on('error', (error) => {
      settle()
      reject(startFailure(error, options.cwd))
    })
    child.on('close', (exitCode) => {
      settle()
      if (ended === 'abort') return reject(options.signal?.reason)
      if (ended === 'timeout') return reject(fail('timeout', null, stderr))
      if (ended === 'size') return reject(fail('other', null, `more than ${maxBytes} bytes of output`))
      if (ended === 'early') return resolve({ stdout: Buffer.alloc(0), stderr: clean(stderr), exitCode: 0 })
      if (exitCode === null || !(options.okExitCodes ?? [0]).includes(exitCode)) {
        void kindOf(stderr, options.gitDir).then((kind) => reject(fail(kind, exitCode, stderr)))
        return
      }
      resolve({ stdout: Buffer.concat(stdout), stderr: clean(stderr), exitCode })
    })
    // git may end before it has read everything (a bad argument): its exit code tells, not EPIPE.
    child.stdin.on('error', () => child.stdin.destroy())
    child.stdin.end(options.input)
  })
}

/** What another process, or the remote, said clearly: no look at the disk changes it. */
const CLEAR: ReadonlySet<GitErrorKind> = new Set(['auth', 'not-found', 'rejected', 'protected'])

/** git has many words for a disk that it cannot write, and some look like damage or a lock: the disk itself is asked. */
async function kindOf(stderr: string, gitDir: string | undefined): Promise<GitErrorKind> {
  const kind = classifyGitError(stderr)
  if (gitDir === undefined || CLEAR.has(kind)) return kind
  // A folder that is not there is no failure of the disk.
  return isMachineFailure(await probeDisk(gitDir)) ? 'disk' : kind
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // ESRCH: the group ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function subcommand(args: readonly string[]): string {
  return args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? 'command'
}
