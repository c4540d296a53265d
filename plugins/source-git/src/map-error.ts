import { DocentError, GitHostMisconfigured } from '@docent/core'
import { GitError } from '@docent/git'

/** Translates what git said about a remote into what a person can do, or the next indexing can try again. */
export function mapSourceError(error: unknown, repository: string): unknown {
  if (!GitError.is(error)) return error
  const options = { cause: error }
  switch (error.kind) {
    case 'auth':
      return new GitHostMisconfigured(
        `Docent may not read ${repository}. Check the credentials of its git host (token or App) and that they reach this repository.`,
        options,
      )
    case 'not-found':
      return new GitHostMisconfigured(
        `${repository} was not found. Check the repository URL of the project, and that the credentials of its git host reach it.`,
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
      return new DocentError(
        'git_host_failed',
        `${repository} could not be reached. A later try may succeed.`,
        { ...options, isRetryable: true },
      )
    case 'protected':
    case 'rejected':
    case 'other':
      return new DocentError('git_host_failed', `git ${error.command} failed for ${repository}.`, options)
  }
}
