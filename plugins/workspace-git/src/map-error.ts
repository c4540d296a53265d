import { DocentError, GitHostMisconfigured } from '@docent/core/plugin'
import { failureReason, GitError } from '@docent/git'

/** Translates what git said about a remote into what a person can do, or a worker can retry. */
export function mapRemoteError(
  error: unknown,
  about: { repository: string; branch?: string; advice?: string | undefined },
): unknown {
  if (!GitError.is(error)) return error
  const { repository, branch, advice } = about
  const options = { cause: error }
  if (advice !== undefined && (error.kind === 'auth' || error.kind === 'not-found'))
    return new GitHostMisconfigured(
      `${repository} cannot be read without credentials: it is private, or it does not exist. ${advice}`,
      options,
    )
  switch (error.kind) {
    case 'auth':
      return new GitHostMisconfigured(
        /archived/i.test(error.stderr)
          ? `${repository} is archived and cannot be changed. Unarchive it, or set the URL of its successor in the project.`
          : error.command === 'push'
            ? `The git host refused the push to ${repository}. Give its credentials (token or app) permission to write contents.`
            : `${repository} refused the credentials of its git host. Check that the token or App is valid and can read this repository.`,
        options,
      )
    case 'not-found':
      return new GitHostMisconfigured(
        `${repository} was not found. Check the repository URL of the project, and that the credentials of its git host can read it.`,
        options,
      )
    case 'protected':
      return new GitHostMisconfigured(
        `${repository} declined the push${branch === undefined ? '' : ` to ${branch}`}${saidBy(error.stderr)}. ${remedyFor(error.stderr)}`,
        options,
      )
    case 'corrupt':
      return new DocentError(
        'git_host_failed',
        `${repository} cannot be read, because git finds damaged or missing objects. Run "git fsck" in the repository, and restore it.`,
        options,
      )
    case 'disk':
      return new DocentError('dependency_failed', error.message, {
        ...options,
        isRetryable: true,
        isLocal: true,
      })
    case 'timeout':
      return new DocentError('timeout', `${repository} did not answer in time.`, {
        ...options,
        isRetryable: true,
      })
    case 'size':
      return new DocentError(
        'git_host_failed',
        `${repository} is larger than one fetch may be. Increase "maxFetchBytes" of gitWorkspaces().`,
        options,
      )
    case 'network':
    case 'lock':
    case 'rejected':
      return new DocentError(
        'git_host_failed',
        `${repository} could not be reached${because(error.stderr)}. Check the address, or try again later.`,
        {
          ...options,
          isRetryable: true,
        },
      )
    case 'other':
      return new DocentError('git_host_failed', `git ${error.command} failed for ${repository}.`, options)
  }
}

function because(stderr: string): string {
  const reason = failureReason(stderr)
  return reason === '' ? '' : `: ${reason}`
}

/** Longest part of a host's own words that is shown, characters. */
const MAX_WORDS = 300

/** The host's reason in its own words, which name the rule: one line without control characters. */
function saidBy(stderr: string): string {
  const words = stderr
    .split('\n')
    .filter((line) => line.startsWith('remote:'))
    .map((line) => line.slice('remote:'.length).trim())
    .map((line) => line.replace(/^(?:error:|-|GitLab:)/, ''))
    .map((line) => line.replace(/[^\x20-\x7e]+/g, ' ').trim())
    .filter((line) => /[a-z]/i.test(line))
    .join(' ')
  if (words === '') return ''
  return `: "${words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words.replace(/\.$/, '')}"`
}

/** What a person does about a rule that declined a push. */
function remedyFor(stderr: string): string {
  if (/verified signatures|signed commits|not signed|unsigned/i.test(stderr)) {
    return 'Docent does not sign commits: exclude its branches, such as docent/**, from the rule that requires signatures, or let its account bypass it.'
  }
  if (/workflow/i.test(stderr)) {
    return 'Give the token permission for workflows (the scope workflow of a classic token), or update the fork by hand.'
  }
  return "Let Docent push to this branch in the host's branch rules, or name another branch."
}
