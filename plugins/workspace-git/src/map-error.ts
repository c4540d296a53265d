import { GitHostMisconfigured } from '@docent/core/plugin'
import { GitError, mapRemoteFailure } from '@docent/git'

/** Translates a failure of git with a remote into what a person can do, or a worker can retry. */
export function mapRemoteError(
  error: unknown,
  about: { repository: string; branch?: string; advice?: string | undefined },
): unknown {
  if (!GitError.is(error)) return error
  const { repository, branch, advice } = about
  const options = { cause: error }
  if (error.kind === 'auth' && advice === undefined) {
    if (/archived/i.test(error.stderr))
      return new GitHostMisconfigured(
        `${repository} is archived and cannot be changed. Unarchive it, or set the URL of its successor in the project.`,
        options,
      )
    if (error.command === 'push')
      return new GitHostMisconfigured(
        `The git host refused the push to ${repository}. Give its credentials (token or app) permission to write contents.`,
        options,
      )
  }
  if (error.kind === 'protected')
    return new GitHostMisconfigured(
      `${repository} declined the push${branch === undefined ? '' : ` to ${branch}`}${saidBy(error.stderr)}. ${remedyFor(error.stderr)}`,
      options,
    )
  return mapRemoteFailure(error, { repository, plugin: 'gitWorkspaces()', advice })
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
