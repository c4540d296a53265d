import { randomBytes } from 'node:crypto'
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
} from '@docent/core/plugin'
import { runGit } from '@docent/git'
import { diffOf, mergeBase, mergeInto } from './commits.ts'
import { LocalRepositories } from './local-repositories.ts'
import type { PullRecord } from './pull-record.ts'
import { currentRecord } from './pull-state.ts'
import { PullStore } from './pull-store.ts'
import { readBlob } from './read-blob.ts'

export interface LocalGitHostOptions {
  /** Folders that repositories may lie in; a repository elsewhere is refused. */
  roots: readonly string[]
  /** Where the server is reached, without a trailing slash; asked each time, because it is known only once it listens. */
  publicUrl(): string
  now(): number
}

/** Templates of every service: a local repository is often the copy of one that is kept there. */
const TEMPLATES: readonly string[] = [
  '.github/pull_request_template.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  'pull_request_template.md',
  'PULL_REQUEST_TEMPLATE.md',
  'docs/pull_request_template.md',
  '.gitlab/merge_request_templates/Default.md',
  '.gitea/pull_request_template.md',
]

/** Bare repositories on this machine as a git host; pull requests are kept in the repository itself. */
export class LocalGitHost implements GitHost {
  readonly name = 'local'
  readonly capabilities: GitHostCapabilities = {
    draftPullRequests: true,
    webhooks: false,
    pullRequestTemplates: TEMPLATES,
  }

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
    // Not --short: beside a tag of the same name, git shortens the branch to `heads/main`.
    const args = ['symbolic-ref', '--quiet', 'HEAD']
    const { stdout, exitCode } = await runGit(args, { ...options, gitDir, okExitCodes: [0, 1] })
    const branch = /^refs\/heads\/(.+)\n$/.exec(stdout.toString())?.[1]
    if (exitCode === 0 && branch !== undefined) return branch
    throw new GitHostMisconfigured(
      `HEAD of ${repository} names no branch: set it with git symbolic-ref, or set "branch" of the project.`,
    )
  }

  async findPullRequests(
    repository: string,
    branch: string,
    options: CallOptions = {},
  ): Promise<PullRequest[]> {
    return this.#open(repository, options, async (pulls) => {
      const found = await pulls.ofBranch(branch)
      return Promise.all(found.map((record) => this.#view(pulls, record, options)))
    })
  }

  async pullRequest(
    repository: string,
    number: number,
    options: CallOptions = {},
  ): Promise<PullRequest | undefined> {
    return this.#open(repository, options, async (pulls) => {
      const stored = await pulls.get(number)
      return stored && this.#view(pulls, stored.record, options)
    })
  }

  async openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options: CallOptions = {},
  ): Promise<PullRequest> {
    return this.#open(repository, options, async (pulls) => {
      const [head, base] = await Promise.all([pulls.tip(draft.branch), pulls.tip(draft.base)])
      if (head === undefined)
        throw new GitHostMisconfigured(
          `The branch ${draft.branch} is not in ${repository}: it was not pushed.`,
        )
      if (base === undefined)
        throw new GitHostMisconfigured(
          `The base branch ${draft.base} is not in ${repository}: set "branch" of the project.`,
        )
      const baseCommit = (await pulls.isShortlyBefore(base, head))
        ? base
        : await mergeBase(pulls.gitDir, base, head, options)
      if (baseCommit === head) {
        throw new DocentError(
          'git_host_failed',
          `The branch ${draft.branch} has no commits that ${draft.base} lacks.`,
        )
      }
      const record = await pulls.open(
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
        (pull) => currentRecord(pulls, pull, options),
      )
      return this.#show(record)
    })
  }

  async updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options: CallOptions = {},
  ): Promise<PullRequest> {
    return this.#open(repository, options, async (pulls) => {
      await this.#stored(pulls, repository, number, options)
      const record = await pulls.update(number, (pull) => patched(pull, patch))
      if (!record) throw notFound(repository, number)
      return this.#view(pulls, record, options)
    })
  }

  async diff(repository: string, number: number, options: CallOptions = {}): Promise<string> {
    return this.#open(repository, options, async (pulls) =>
      this.#diff(pulls, await this.#stored(pulls, repository, number, options), options),
    )
  }

  async merge(
    repository: string,
    number: number,
    { head: seen, ...options }: CallOptions & { head?: string } = {},
  ): Promise<PullRequest> {
    return this.#open(repository, options, async (pulls) => {
      const record = await this.#stored(pulls, repository, number, options)
      const [head, base] = await Promise.all([pulls.tip(record.branch), pulls.tip(record.base)])
      if (record.state !== 'open' || !head || !base) {
        throw new DocentError('conflict', `Pull request ${number} is not open.`)
      }
      if (seen !== undefined && seen !== head) {
        throw new DocentError('conflict', `${record.branch} has new commits. Look at them, then merge again.`)
      }
      const message = `Merge pull request ${number}: ${record.title}`
      const merge = { branch: record.base, base, head, message, now: this.options.now() }
      if ((await mergeInto(pulls.gitDir, merge, options)) === undefined) {
        throw new DocentError('push_conflict', `${record.branch} conflicts with ${record.base}.`)
      }
      return this.#view(pulls, record, options)
    })
  }

  /** The pull request of a page's token, in any repository of the roots. */
  async findByToken(
    token: string,
    options: CallOptions = {},
  ): Promise<{ pull: PullRequest; diff: string; baseCommit: string } | undefined> {
    if (!/^[0-9a-f]{32}$/.test(token)) return undefined
    for (const gitDir of await this.#repositories.all()) {
      const found = await this.#openAt(gitDir, options, async (pulls) => {
        const record = await pulls.byToken(token)
        if (!record) return undefined
        const current = await currentRecord(pulls, record, options)
        const from = await baseOf(pulls, current, options)
        const diff = await diffOf(pulls.gitDir, from, current.headCommit, options)
        return { pull: this.#show(current), diff, baseCommit: from }
      })
      if (found) return found
    }
    return undefined
  }

  async readFile(
    repository: string,
    { commit, path, maxBytes }: { commit: string; path: string; maxBytes: number },
    options: CallOptions = {},
  ): Promise<Uint8Array | undefined> {
    const gitDir = await this.#gitDir(repository, options)
    return readBlob(gitDir, { commit, path, maxBytes }, options)
  }

  async #diff(pulls: PullStore, record: PullRecord, options: CallOptions): Promise<string> {
    return diffOf(pulls.gitDir, await baseOf(pulls, record, options), record.headCommit, options)
  }

  async #stored(
    pulls: PullStore,
    repository: string,
    number: number,
    options: CallOptions,
  ): Promise<PullRecord> {
    const stored = await pulls.get(number)
    if (!stored) throw notFound(repository, number)
    return currentRecord(pulls, stored.record, options)
  }

  async #view(pulls: PullStore, record: PullRecord, options: CallOptions): Promise<PullRequest> {
    return this.#show(await currentRecord(pulls, record, options))
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

  async #open<Result>(
    repository: string,
    options: CallOptions,
    work: (pulls: PullStore) => Promise<Result>,
  ): Promise<Result> {
    return this.#openAt(await this.#gitDir(repository, options), options, work)
  }

  async #openAt<Result>(
    gitDir: string,
    options: CallOptions,
    work: (pulls: PullStore) => Promise<Result>,
  ): Promise<Result> {
    const pulls = new PullStore(gitDir, options.signal)
    try {
      return await work(pulls)
    } finally {
      pulls.close()
    }
  }
}

function notFound(repository: string, number: number): DocentError {
  return new DocentError('not_found', `There is no pull request ${number} in ${repository}.`)
}

/** A patch without the members that are undefined. What is merged stays merged. */
function patched(record: PullRecord, patch: PullRequestPatch): PullRecord {
  const { title = record.title, body = record.body, draft = record.draft, state = record.state } = patch
  return { ...record, title, body, draft, state: record.state === 'merged' ? 'merged' : state }
}

/** Where the changes of a pull request begin. */
async function baseOf(pulls: PullStore, record: PullRecord, options: CallOptions): Promise<string> {
  const base = record.state === 'merged' ? undefined : await pulls.tip(record.base)
  return base === undefined ? record.baseCommit : mergeBase(pulls.gitDir, base, record.headCommit, options)
}
