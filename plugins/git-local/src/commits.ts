import type { CallOptions } from '@docent/core/plugin'
import { GitError, type RunGitOptions, runGit } from '@docent/git'

/** Where `head` left `base`; `base` itself when they have nothing in common. */
export async function mergeBase(
  gitDir: string,
  base: string,
  head: string,
  options: CallOptions,
): Promise<string> {
  const { stdout, exitCode } = await git(gitDir, ['merge-base', base, head], {
    ...options,
    okExitCodes: [0, 1],
  })
  return exitCode === 0 ? stdout.toString().trim() : base
}

export async function isAncestor(
  gitDir: string,
  ancestor: string,
  commit: string,
  options: CallOptions,
): Promise<boolean> {
  try {
    const args = ['merge-base', '--is-ancestor', ancestor, commit]
    return (await git(gitDir, args, { ...options, okExitCodes: [0, 1] })).exitCode === 0
  } catch (error) {
    // The commit was pruned with its branch: then it is in no base.
    if (GitError.is(error) && error.kind === 'not-found') return false
    throw error
  }
}

/** Unified diff between two commits, moved files found. */
export async function diffOf(
  gitDir: string,
  from: string,
  to: string,
  options: CallOptions,
): Promise<string> {
  const args = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '-M', from, to, '--']
  return (await git(gitDir, args, options)).stdout.toString()
}

/** Merges `head` into `base` and moves the branch; undefined when they conflict. Its tip must still be `base`. */
export async function mergeInto(
  gitDir: string,
  merge: { branch: string; base: string; head: string; message: string; now: number },
  options: CallOptions,
): Promise<string | undefined> {
  const { branch, base, head, message, now } = merge
  const merged = await git(gitDir, ['merge-tree', '--write-tree', base, head], {
    ...options,
    okExitCodes: [0, 1],
  })
  if (merged.exitCode !== 0) return undefined
  const tree = merged.stdout.toString().split('\n', 1)[0] ?? ''
  const args = ['commit-tree', tree, '-p', base, '-p', head, '-m', message]
  const { stdout } = await git(gitDir, args, { ...options, env: identity(now) })
  const commit = stdout.toString().trim()
  await git(gitDir, ['update-ref', `refs/heads/${branch}`, commit, base], options)
  return commit
}

function git(gitDir: string, args: readonly string[], options: RunGitOptions) {
  return runGit(args, { gitDir, ...options })
}

function identity(now: number): Record<string, string> {
  const date = `${Math.floor(now / 1000)} +0000`
  const name = 'Docent'
  const email = 'docent@localhost'
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  }
}
