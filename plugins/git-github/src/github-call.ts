import type { Octokit } from '@octokit/rest'

/** One request's surroundings: the client with the right token, and what every operation of the API takes. */
export interface GithubCall {
  client: Octokit
  /** Spread into each operation. */
  at: { owner: string; repo: string; request: { signal?: AbortSignal } }
}
