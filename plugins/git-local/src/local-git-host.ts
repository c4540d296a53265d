import { randomBytes, timingSafeEqual } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import {
  type CallOptions,
  DocentError,
  type GitHost,
  type GitHostCapabilities,
  GitHostMisconfigured,
  type GitRemote,
  type PullRequest,
  type PullRequestDraft,
  type PullRequestPatch,
} from '@docent/core'
import { runGit } from '@docent/git'
import { diffOf, mergeBase, mergeInto, tip } from './commits.ts'
import { LocalRepositories } from './local-repositories.ts'
import type { PullRecord } from './pull-record.ts'
import { currentRecord } from './pull-state.ts'
import { PullStore } from './pull-store.ts'

export interface LocalGitHostOptions {
  /** Folders that repositories may lie in; a repository elsewhere is refused. */
  roots: readonly string[]
  /** Where the server is reached, without a trailing slash; asked each time, because it is known only once it listens. */
  publicUrl(): string
  now(): number
}

/** Bare repositories on this machine as a git host; pull requests are kept in the repository itself. */
export class LocalGitHost implements GitHost {
  readonly name = 'local'
  readonly capabilities: GitHostCapabilities = { draftPullRequests: true, webhooks: false }

  readonly #repositories: LocalRepositories

  constructor(private readonly options: LocalGitHostOptions) {
    this.#repositories = new LocalRepositories(options.roots)
  }

  matches(repository: string): boolean {
    return repository.startsWith('file:')
  }

  async remote(repository: string, options: CallOptions & { access: 'read' | 'write' }): Promise<GitRemote> {
    return { url: pathToFileURL(await this.#gitDir(repository, options)).href }
  }

  async defaultBranch(repository: string, options: CallOptions = {}): Promise<string> {
    const gitDir = await this.#gitDir(repository, options)
    const args = ['symbolic-ref', '--short', '--quiet', 'HEAD']
    const { stdout, exitCode } = await runGit(args, { ...options, gitDir, okExitCodes: [0, 1] })
    if (exitCode === 0) return stdout.toString().trim()
    throw new GitHostMisconfigured(
      `HEAD of ${repository} names no branch: set it with git symbolic-ref, or set "branch" of the project.`,
    )
  }

  async findPullRequests(
    repository: string,
    branch: string,
    options: CallOptions = {},
  ): Promise<PullRequest[]> {
    const gitDir = await this.#gitDir(repository, options)
    const pulls = (await new PullStore(gitDir).list(options.signal)).filter(
      ({ record }) => record.branch === branch,
    )
    return Promise.all(pulls.map(({ record }) => this.#view(gitDir, record, options)))
  }

  async pullRequest(
    repository: string,
    number: number,
    options: CallOptions = {},
  ): Promise<PullRequest | undefined> {
    const gitDir = await this.#gitDir(repository, options)
    const stored = await new PullStore(gitDir).get(number, options.signal)
    return stored && this.#view(gitDir, stored.record, options)
  }

  async openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options: CallOptions = {},
  ): Promise<PullRequest> {
    const gitDir = await this.#gitDir(repository, options)
    const head = await tip(gitDir, draft.branch, options)
    const base = await tip(gitDir, draft.base, options)
    if (head === undefined)
      throw new GitHostMisconfigured(`The branch ${draft.branch} is not in ${repository}: it was not pushed.`)
    if (base === undefined)
      throw new GitHostMisconfigured(
        `The base branch ${draft.base} is not in ${repository}: set "branch" of the project.`,
      )
    const baseCommit = await mergeBase(gitDir, base, head, options)
    if (baseCommit === head) {
      throw new DocentError(
        'git_host_failed',
        `The branch ${draft.branch} has no commits that ${draft.base} lacks.`,
      )
    }
    const record = await new PullStore(gitDir).open(
      {
        token: randomBytes(16).toString('hex'),
        title: draft.title,
        body: draft.body,
        branch: draft.branch,
        base: draft.base,
        baseCommit,
        headCommit: head,
        state: 'open',
        draft: draft.draft,
        labels: [...(draft.labels ?? [])],
        createdAt: this.options.now(),
      },
      async (pull) => (await currentRecord(gitDir, pull, options)).state === 'open',
      options.signal,
    )
    return this.#view(gitDir, record, options)
  }

  async updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options: CallOptions = {},
  ): Promise<PullRequest> {
    const gitDir = await this.#gitDir(repository, options)
    await this.#stored(gitDir, repository, number, options)
    const store = new PullStore(gitDir)
    const record = await store.update(number, (pull) => patched(pull, patch), options.signal)
    if (!record) throw new DocentError('not_found', `There is no pull request ${number} in ${repository}.`)
    return this.#view(gitDir, record, options)
  }

  async diff(repository: string, number: number, options: CallOptions = {}): Promise<string> {
    const gitDir = await this.#gitDir(repository, options)
    return this.#diff(gitDir, await this.#stored(gitDir, repository, number, options), options)
  }

  /** Merges the branch into its base, as a person would. @throws DocentError `push_conflict`, `conflict`, `not_found` */
  async merge(repository: string, number: number, options: CallOptions = {}): Promise<PullRequest> {
    const gitDir = await this.#gitDir(repository, options)
    const record = await this.#stored(gitDir, repository, number, options)
    const head = await tip(gitDir, record.branch, options)
    const base = await tip(gitDir, record.base, options)
    if (record.state !== 'open' || !head || !base) {
      throw new DocentError('conflict', `Pull request ${number} is not open.`)
    }
    const message = `Merge pull request ${number}: ${record.title}`
    const merge = { branch: record.base, base, head, message, now: this.options.now() }
    if ((await mergeInto(gitDir, merge, options)) === undefined) {
      throw new DocentError('push_conflict', `${record.branch} conflicts with ${record.base}.`)
    }
    return this.#view(gitDir, record, options)
  }

  /** The pull request of a page's token, in any repository of the roots. Tokens are compared in constant time. */
  async findByToken(
    token: string,
    options: CallOptions = {},
  ): Promise<{ pull: PullRequest; diff: string } | undefined> {
    if (!/^[0-9a-f]{32}$/.test(token)) return undefined
    const wanted = Buffer.from(token)
    for (const gitDir of await this.#repositories.all()) {
      for (const { record } of await new PullStore(gitDir).list(options.signal)) {
        if (!timingSafeEqual(Buffer.from(record.token), wanted)) continue
        const current = await currentRecord(gitDir, record, options)
        return { pull: this.#show(current), diff: await this.#diff(gitDir, current, options) }
      }
    }
    return undefined
  }

  async #diff(gitDir: string, record: PullRecord, options: CallOptions): Promise<string> {
    const base = record.state === 'merged' ? undefined : await tip(gitDir, record.base, options)
    const from =
      base === undefined ? record.baseCommit : await mergeBase(gitDir, base, record.headCommit, options)
    return diffOf(gitDir, from, record.headCommit, options)
  }

  async #stored(
    gitDir: string,
    repository: string,
    number: number,
    options: CallOptions,
  ): Promise<PullRecord> {
    const stored = await new PullStore(gitDir).get(number, options.signal)
    if (!stored) throw new DocentError('not_found', `There is no pull request ${number} in ${repository}.`)
    return currentRecord(gitDir, stored.record, options)
  }

  async #view(gitDir: string, record: PullRecord, options: CallOptions): Promise<PullRequest> {
    return this.#show(await currentRecord(gitDir, record, options))
  }

  #show(record: PullRecord): PullRequest {
    const { number, state, draft, title, body, branch, base, headCommit, createdAt, token } = record
    const url = `${this.options.publicUrl()}/pulls/${token}`
    return { number, url, state, draft, title, body, branch, base, headCommit, createdAt }
  }

  async #gitDir(repository: string, options: CallOptions): Promise<string> {
    options.signal?.throwIfAborted()
    return this.#repositories.gitDir(repository)
  }
}

/** A patch without the members that are undefined. What is merged stays merged. */
function patched(record: PullRecord, patch: PullRequestPatch): PullRecord {
  const { title = record.title, body = record.body, draft = record.draft, state = record.state } = patch
  return { ...record, title, body, draft, state: record.state === 'merged' ? 'merged' : state }
}
