import type { PullRequestState } from '../domain/job.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** Where git fetches from and pushes to, with credentials that live shortly. Never logged, never stored. */
export interface GitRemote {
  /** `https://…`, or an absolute `file:` URL for a local host; without credentials in it. */
  url: string
  /** Handed to git as configuration through the environment, never on a command line. */
  credentials?: { username: string; password: string }
  /** When the credentials end, milliseconds since the epoch; undefined when they do not. */
  expiresAt?: number
  /** Present when there are no credentials: what to set when the repository cannot be read without any. */
  advice?: string
}

/** How a pull request that isn't open any more came to its end. */
export interface PullRequestEnd {
  /** When it was merged or closed, milliseconds since the epoch. */
  at: number
  /** Who did it, by the name that people know them by at the host. Absent where the host doesn't say. */
  by?: string
}

export interface PullRequest {
  number: number
  /** The page a person opens. */
  url: string
  state: PullRequestState
  draft: boolean
  title: string
  body: string
  /** Head and base branch names. */
  branch: string
  base: string
  /** Tip of the head branch as the host knows it; '' when it does not say. */
  headCommit: string
  createdAt: number
  /** Absent while it is open, and where the host doesn't say. */
  ended?: PullRequestEnd
}

export interface OpenedPullRequest extends PullRequest {
  /** Labels and reviewers that the host did not take, such as `reviewer writer`; absent when it took all. */
  refused?: readonly string[]
}

export interface PullRequestDraft {
  branch: string
  base: string
  title: string
  /** Markdown. Carries the marker of the job (`<!-- docent-job: … -->`) by which it is found again. */
  body: string
  draft: boolean
  labels?: readonly string[]
  /** Names as the host knows them; one with a slash, such as `acme/writers`, is a team where the host has teams. */
  reviewers?: readonly string[]
}

export interface PullRequestPatch {
  title?: string
  body?: string
  state?: 'open' | 'closed'
  /** Only with the capability `draftPullRequests`. */
  draft?: boolean
}

export interface GitHostCapabilities {
  /** False: a draft is opened as an ordinary pull request whose title begins with `Draft: `. */
  draftPullRequests: boolean
  /**
   * What follows the address of a repository to edit a file in the browser, such as `/edit/{branch}/{path}`. Absent: the
   * host has no editor.
   */
  editPath?: string
  /**
   * What follows the address of a repository for a line of a file at a commit, such as
   * `/blob/{commit}/{path}#L{line}`, and for a commit. Absent: the host has no such pages.
   */
  codePaths?: { line: string; commit: string }
  webhooks: boolean
  /**
   * False: a pull request that was closed stays so, and `updatePullRequest` with the state `open` throws `conflict`.
   * Default true.
   */
  reopen?: boolean
  /** True: branches of jobs are kept in a fork, which `remote` answers when it is asked with `branch`. Default false. */
  forks?: boolean
  /** Paths of the pull request template in a repository, the first that is there counts. Default none. */
  pullRequestTemplates?: readonly string[]
}

/** What a remote is asked for. */
export interface RemoteRequest extends CallOptions {
  access: 'read' | 'write'
  /** The job's branch that is fetched or pushed: where the host keeps those in a fork, the remote is that fork. */
  branch?: string
}

/** A webhook delivery after its signature was verified. */
export type HostWebhook =
  | { kind: 'push'; repository: string; branch: string; commit: string; deliveryId: string }
  | {
      kind: 'pull-request'
      repository: string
      number: number
      state: PullRequestState
      branch: string
      /** Absent while it is open, and where the host doesn't say. */
      ended?: PullRequestEnd
      deliveryId: string
    }
  | {
      kind: 'comment'
      repository: string
      number: number
      commentId: string
      author: string
      /** True when the author may push to the repository. */
      authorCanWrite: boolean
      body: string
      path?: string
      line?: number
      /** True for the text of a review that asks for something: it is meant for the author without naming them. */
      isReview?: boolean
      deliveryId: string
    }
  | { kind: 'ignored'; event: string; deliveryId: string }

/**
 * A service that keeps repositories and pull requests. It never pushes: only Workspaces does.
 * Every member throws `GitHostMisconfigured` when a person must mend something, a retryable DocentError
 * (`git_host_failed`, `timeout`) when a later try may succeed, and never shows a credential.
 * `repository` is the full URL as the project names it.
 */
export interface GitHost {
  readonly name: string
  readonly capabilities: GitHostCapabilities
  /** True when this host keeps that repository, judged by the URL alone. */
  matches(repository: string): boolean
  /**
   * Asked before every fetch and push, so that credentials are always fresh and no wider than `access`. For writing it
   * throws GitHostMisconfigured where the host can tell beforehand that a push would be refused.
   */
  remote(repository: string, options: RemoteRequest): Promise<GitRemote>
  /** Name of the default branch. */
  defaultBranch(repository: string, options?: CallOptions): Promise<string>
  /** Pull requests whose head is `branch` of this repository, in any state, newest first. */
  findPullRequests(repository: string, branch: string, options?: CallOptions): Promise<PullRequest[]>
  /** One by number; undefined when there is none. */
  pullRequest(repository: string, number: number, options?: CallOptions): Promise<PullRequest | undefined>
  /**
   * Opens a pull request. When an open one of that branch and base exists already (a reply was lost), that one is
   * answered: never two. Labels and reviewers that the host refuses cost neither the pull request nor the others.
   */
  openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options?: CallOptions,
  ): Promise<OpenedPullRequest>
  updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ): Promise<PullRequest>
  /** Capability: the unified diff of a pull request against the merge base. */
  diff?(repository: string, number: number, options?: CallOptions): Promise<string>
  /**
   * Capability of a host that has no pages of its own: the pull request whose `url` ends in this token, with its
   * unified diff. The token cannot be guessed and is all that a reader needs.
   */
  findByToken?(
    token: string,
    options?: CallOptions,
  ): Promise<{ pull: PullRequest; diff: string; baseCommit: string } | undefined>
  /**
   * Capability: merges a pull request as a person would. With `head`, only while that is the tip of its branch.
   * @throws DocentError `conflict` when it is not open or the branch has moved on, `push_conflict` when the branches
   *   conflict, `not_found`
   */
  merge?(repository: string, number: number, options?: CallOptions & { head?: string }): Promise<PullRequest>
  /** Capability: a file of a commit; undefined where there is none, and for one that is larger. */
  readFile?(
    repository: string,
    file: { commit: string; path: string; maxBytes: number },
    options?: CallOptions,
  ): Promise<Uint8Array | undefined>
  /** Capability: a comment in the conversation, or in the thread of `replyTo`. */
  comment?(
    repository: string,
    number: number,
    comment: { body: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<void>
  /**
   * Capability: whether a comment in the conversation, or in the thread of `replyTo`, contains `text`. By it an answer
   * whose reply was lost is found again.
   */
  hasComment?(
    repository: string,
    number: number,
    comment: { text: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<boolean>
  /**
   * Capability: verifies the signature over the raw body and parses the delivery.
   * @throws DocentError `unauthorized` when the signature is missing or wrong.
   */
  webhook?(
    request: { headers: Readonly<Record<string, string>>; body: Uint8Array },
    options?: CallOptions,
  ): Promise<HostWebhook>
}

/** Every registered GitHost, in the order of the plugins. */
export const RegisteredGitHosts: Token<readonly GitHost[]> = token<readonly GitHost[]>('RegisteredGitHosts')
