import type { HostCall } from '@docent/git-host'
import type { Octokit } from '@octokit/rest'
import type { GithubCredential } from './github-credentials.ts'

/** One call on its way: the client with the right token, and what every operation of the API takes. */
export interface GithubCall extends HostCall {
  client: Octokit
  credential: GithubCredential
  /** Spread into each operation. */
  at: { owner: string; repo: string }
}
