import { DocentError, GitHostMisconfigured } from '@docent/core/plugin'
import { failureReason, GitError, redact } from '@docent/git'

/** Translates what git said about a remote into what a person can do, or the next indexing can try again. */
export function mapSourceError(
  error: unknown,
  { repository: url, advice }: { repository: string; advice?: string | undefined },
): unknown {
  const repository = redact(url)
  if (!GitError.is(error)) return error
  const options = { cause: error }
  switch (error.kind) {
    case 'auth':
    case 'not-found':
      return new GitHostMisconfigured(
        advice === undefined
          ? error.kind === 'auth'
            ? `${repository} refused the credentials of its git host. Check that the token or App is valid and can read this repository.`
            : `${repository} was not found. Check the repository URL of the project, and that the credentials of its git host can read it.`
          : `${repository} cannot be read without credentials: it is private, or it does not exist. Check the repository URL of the project. ${advice}`,
        options,
      )
    case 'corrupt':
      return new DocentError(
        'git_host_failed',
        `${repository} cannot be read, because git finds damaged or missing objects. Run "git fsck" in the repository, and restore it.`,
        options,
      )
    case 'disk':
      return new DocentError('dependency_failed', error.message, { ...options, isRetryable: true })
    case 'timeout':
      return new DocentError('timeout', `${repository} did not answer in time. Try again later.`, {
        ...options,
        isRetryable: true,
      })
    case 'size':
      return new DocentError(
        'git_host_failed',
        `${repository} is larger than one fetch may be. Increase "maxFetchBytes" of sourceGit().`,
        options,
      )
    case 'network':
    case 'lock':
      return new DocentError(
        'git_host_failed',
        `${repository} could not be reached${because(error.stderr)}. Check the address, or try again later.`,
        { ...options, isRetryable: true },
      )
    case 'protected':
    case 'rejected':
    case 'other':
      return new DocentError('git_host_failed', `git ${error.command} failed for ${repository}.`, options)
  }
}

function because(stderr: string): string {
  const reason = failureReason(stderr)
  return reason === '' ? '' : `: ${reason}`
}
