import { HostRefusal, type RefusalRule } from '@docent/git-host'
import type { GithubIdentity } from './options.ts'

/** What GitHub's refusals mean, for the credentials that are used. */
export function refusals(identity: GithubIdentity['kind']): readonly RefusalRule[] {
  const isApp = identity === 'app'
  return [
    ...(isApp
      ? [
          {
            status: 401,
            mend: (_: string, doing: string) =>
              `GitHub did not accept the App's credentials (asked to ${doing}). Check app.appId and app.privateKey of git-github (GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY), and the clock of this machine.`,
          },
        ]
      : []),
    {
      status: 403,
      says: /suspended/i,
      mend: (repository) =>
        `The GitHub App's installation for ${repository} is suspended: an owner can resume it in the account's settings under GitHub Apps.`,
    },
    {
      status: 403,
      header: 'x-github-sso',
      mend: (repository) =>
        `The organization of ${repository} asks for single sign-on: authorize the token for it in the settings of your personal access tokens.`,
    },
    {
      status: 403,
      mend: (repository, doing) =>
        `GitHub does not allow these credentials to ${doing} in ${repository}: ${grant(isApp, repository)}, with Contents and Pull requests "Read and write".`,
    },
    {
      status: 422,
      says: /"field":"base"/,
      mend: (repository) =>
        `The base branch is not in ${repository} any more: set the default branch of the repository on GitHub, or restore the branch.`,
    },
    // Right after a push the branch can be unknown to the API for a moment.
    { status: 422, says: /"field":"head"/, passes: true },
  ]
}

/** Continues a sentence that says what to mend. */
export function grant(isApp: boolean, repository: string): string {
  return isApp
    ? `install the GitHub App on ${repository} and accept its permissions`
    : `give the token access to ${repository}`
}

/** True for a validation failure (422) that says so. */
export function refusesWith(error: unknown, pattern: RegExp): boolean {
  return HostRefusal.has(error, 422) && pattern.test(error.message)
}
