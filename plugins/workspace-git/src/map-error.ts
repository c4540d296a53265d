import { DocentError, GitHostMisconfigured } from '@docent/core'
import { GitError } from '@docent/git'

/** Translates what git said about a remote into what a person can do, or a worker can retry. */
export function mapRemoteError(error: unknown, about: { repository: string; branch?: string }): unknown {
  if (!GitError.is(error)) return error
  const { repository, branch } = about
  const options = { cause: error }
  switch (error.kind) {
    case 'auth':
      return new GitHostMisconfigured(
        error.command === 'push'
          ? `Docent may not push to ${repository}. Give the git host's credentials (token or App) permission to write contents.`
          : `Docent may not read ${repository}. Check the credentials of its git host (token or App) and that they reach this repository.`,
        options,
      )
    case 'not-found':
      return new GitHostMisconfigured(
        `${repository} was not found. Check the repository URL of the project, and that the credentials of its git host reach it.`,
        options,
      )
    case 'protected':
      return new GitHostMisconfigured(
        `${repository} declined the push${branch === undefined ? '' : ` to ${branch}`}. Let Docent push to this branch in the host's branch rules, or name another branch.`,
        options,
      )
    case 'corrupt':
      return new DocentError(
        'git_host_failed',
        `${repository} cannot be read: git finds damaged or missing objects. Run "git fsck" where it is kept, and restore it.`,
        options,
      )
    case 'timeout':
      return new DocentError('timeout', `${repository} did not answer in time.`, {
        ...options,
        isRetryable: true,
      })
    case 'network':
    case 'lock':
    case 'rejected':
      return new DocentError(
        'git_host_failed',
        `${repository} could not be reached. A later try may succeed.`,
        {
          ...options,
          isRetryable: true,
        },
      )
    case 'other':
      return new DocentError('git_host_failed', `git ${error.command} failed for ${repository}.`, options)
  }
}
