import { DocentError, GitHostMisconfigured } from '@docent/core/plugin'
import { failureReason } from './failure-reason.ts'
import type { GitError } from './git-error.ts'

/**
 * Translates a failure of git with a remote into what a person can do, or a worker can retry.
 *
 * @param about the repository as messages name it, and the plugin whose option limits a fetch
 */
export function mapRemoteFailure(
  error: GitError,
  about: { repository: string; plugin: string; advice?: string | undefined },
): DocentError {
  const { repository, plugin, advice } = about
  const options = { cause: error }
  const failed = (message: string, isRetryable = false) =>
    new DocentError('git_host_failed', message, { ...options, isRetryable })
  if (advice !== undefined && (error.kind === 'auth' || error.kind === 'not-found'))
    return new GitHostMisconfigured(
      `${repository} cannot be read without credentials: it is private, or it does not exist. Check the repository URL of the project. ${advice}`,
      options,
    )
  switch (error.kind) {
    case 'auth':
      return new GitHostMisconfigured(
        `${repository} refused the credentials of its git host. Check that the token or App is valid and can read this repository.`,
        options,
      )
    case 'not-found':
      return new GitHostMisconfigured(
        `${repository} was not found. Check the repository URL of the project, and that the credentials of its git host can read it.`,
        options,
      )
    case 'corrupt':
      return failed(
        `${repository} cannot be read, because git finds damaged or missing objects. Run "git fsck" in the repository, and restore it.`,
      )
    case 'disk':
      return new DocentError('dependency_failed', error.message, {
        ...options,
        isRetryable: true,
        isLocal: true,
      })
    case 'timeout':
      return new DocentError('timeout', `${repository} did not answer in time. Try again later.`, {
        ...options,
        isRetryable: true,
      })
    case 'size':
      return failed(`${repository} is larger than one fetch may be. Increase "maxFetchBytes" of ${plugin}.`)
    case 'network':
    case 'lock':
    case 'rejected': {
      const reason = failureReason(error.stderr)
      const because = reason === '' ? '' : `: ${reason}`
      return failed(
        `${repository} could not be reached${because}. Check the address, or try again later.`,
        true,
      )
    }
    case 'protected':
    case 'other':
      return failed(`git ${error.command} failed for ${repository}.`)
  }
}
