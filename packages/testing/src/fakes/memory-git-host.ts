import { createHmac, timingSafeEqual } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  type CallOptions,
  DocentError,
  type GitHost,
  type GitHostCapabilities,
  GitHostMisconfigured,
  type GitRemote,
  type HostWebhook,
  type PullRequest,
  type PullRequestDraft,
  type PullRequestPatch,
} from '@docent/core/plugin'
import { BareRepository } from '../material/bare-repository.ts'

export interface MemoryGitHostOptions {
  capabilities?: Partial<GitHostCapabilities>
  /** Key of webhooks. */
  secret?: string
  /** Milliseconds since the epoch. */
  now?: () => number
}

interface MemoryPull extends PullRequest {
  gitDir: string
  /** True: its branch is in somebody's fork. */
  fromFork?: boolean
  /** Merge base, kept for the diff of what is merged. */
  from: string
  comments: string[]
}

/** A git host of bare repositories on disk (`file:` URLs) that keeps its pull requests in memory. */
export class MemoryGitHost implements GitHost {
  readonly name: string = 'memory'
  readonly capabilities: GitHostCapabilities
  /** Oldest first. */
  protected readonly pulls: MemoryPull[] = []
  readonly #secret: string
  readonly #now: () => number

  constructor({ capabilities, secret = 'memory', now = Date.now }: MemoryGitHostOptions = {}) {
    this.capabilities = { draftPullRequests: true, webhooks: true, ...capabilities }
    this.#secret = secret
    this.#now = now
  }

  matches(repository: string): boolean {
    return repository.startsWith('file:')
  }

  async remote(repository: string, options: CallOptions & { access: 'read' | 'write' }): Promise<GitRemote> {
    return { url: pathToFileURL((await this.#open(repository, options)).gitDir).href }
  }

  async defaultBranch(repository: string, options?: CallOptions): Promise<string> {
    const bare = await this.#open(repository, options)
    return (await bare.git('symbolic-ref', 'HEAD')).trim().slice('refs/heads/'.length)
  }

  async findPullRequests(repository: string, branch: string, options?: CallOptions): Promise<PullRequest[]> {
    const { gitDir } = await this.#open(repository, options)
    await this.#refresh()
    return this.pulls
      .filter((pull) => pull.gitDir === gitDir && pull.branch === branch && !pull.fromFork)
      .toReversed()
      .map(shown)
  }

  async pullRequest(
    repository: string,
    number: number,
    options?: CallOptions,
  ): Promise<PullRequest | undefined> {
    const { gitDir } = await this.#open(repository, options)
    await this.#refresh()
    const found = this.pulls.find((pull) => pull.gitDir === gitDir && pull.number === number)
    return found && shown(found)
  }

  async openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options?: CallOptions,
  ): Promise<PullRequest> {
    const bare = await this.#open(repository, options)
    await this.#refresh()
    const branches = await bare.branches()
    const headCommit = branches.get(draft.branch)
    const base = branches.get(draft.base)
    if (headCommit === undefined || base === undefined) {
      throw new GitHostMisconfigured(`${repository} has no branch ${headCommit ? draft.base : draft.branch}.`)
    }
    const from = (await bare.git('merge-base', base, headCommit)).trim()
    const existing = this.existing(bare.gitDir, draft)
    if (existing) return shown(existing)
    const pull = this.#made(bare.gitDir, draft, from, headCommit)
    this.pulls.push(pull)
    return shown(pull)
  }

  async updatePullRequest(
    repository: string,
    number: number,
    patch: PullRequestPatch,
    options?: CallOptions,
  ): Promise<PullRequest> {
    const pull = await this.#pull(repository, number, options)
    const { title = pull.title, body = pull.body, draft = pull.draft, state = pull.state } = patch
    if (this.capabilities.reopen === false && state === 'open' && pull.state === 'closed') {
      throw new DocentError('conflict', `Pull request ${number} is closed and stays so: open a new one.`)
    }
    Object.assign(pull, { title, body, draft, state: pull.state === 'merged' ? 'merged' : state })
    return shown(pull)
  }

  async diff(repository: string, number: number, options?: CallOptions): Promise<string> {
    const { gitDir, from, headCommit } = await this.#pull(repository, number, options)
    return this.compare(new BareRepository(gitDir), from, headCommit)
  }

  async comment(
    repository: string,
    number: number,
    comment: { body: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<void> {
    const { comments } = await this.#pull(repository, number, options)
    comments.push(comment.body)
  }

  async hasComment(
    repository: string,
    number: number,
    comment: { text: string; replyTo?: string },
    options?: CallOptions,
  ): Promise<boolean> {
    const { comments } = await this.#pull(repository, number, options)
    return comments.some((body) => body.includes(comment.text))
  }

  async webhook(
    { headers, body }: { headers: Readonly<Record<string, string>>; body: Uint8Array },
    options?: CallOptions,
  ): Promise<HostWebhook> {
    options?.signal?.throwIfAborted()
    const signature = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-signature')?.[1]
    if (!this.isSigned(signature ?? '', body)) {
      throw new DocentError('unauthorized', 'The webhook is not signed.')
    }
    return JSON.parse(Buffer.from(body).toString())
  }

  protected isSigned(signature: string, body: Uint8Array): boolean {
    const [given, right] = [Buffer.from(signature), Buffer.from(this.sign(body))]
    return given.length === right.length && timingSafeEqual(given, right)
  }

  /** Header `x-signature` of a delivery: its body is a HostWebhook as JSON. */
  sign(body: Uint8Array, secret: string = this.#secret): string {
    return createHmac('sha256', secret).update(body).digest('hex')
  }

  /** Opens a pull request from a branch of that name in somebody's fork. */
  async openForkPull(repository: string, branch: string, base: string): Promise<number> {
    const { gitDir } = await this.#open(repository)
    const tip = (await new BareRepository(gitDir).branches()).get(base) ?? ''
    const draft = { branch, base, title: 'docs: from a fork', body: '', draft: false }
    const pull = { ...this.#made(gitDir, draft, tip, tip), fromFork: true }
    this.pulls.push(pull)
    return pull.number
  }

  /** Merges as a person does. */
  async mergePull(repository: string, number: number): Promise<void> {
    const pull = await this.#pull(repository, number)
    await new BareRepository(pull.gitDir).merge(pull.base, pull.headCommit, `Merge pull request ${number}`)
    pull.state = 'merged'
  }

  /** The open pull request of that branch and base. */
  protected existing(gitDir: string, { branch, base }: PullRequestDraft): MemoryPull | undefined {
    return this.pulls.find(
      (pull) =>
        pull.gitDir === gitDir &&
        pull.state === 'open' &&
        pull.branch === branch &&
        pull.base === base &&
        !pull.fromFork,
    )
  }

  protected compare(repository: BareRepository, from: string, head: string): Promise<string> {
    return repository.git('diff', '--no-color', '-M', from, head, '--')
  }

  #made(gitDir: string, draft: PullRequestDraft, from: string, headCommit: string): MemoryPull {
    const asDraft = draft.draft && this.capabilities.draftPullRequests
    const number = this.pulls.filter((each) => each.gitDir === gitDir).length + 1
    return {
      gitDir,
      from,
      comments: [],
      number,
      url: `http://127.0.0.1/pulls/${number}`,
      state: 'open',
      draft: asDraft,
      title: draft.draft && !asDraft ? `Draft: ${draft.title}` : draft.title,
      body: draft.body,
      branch: draft.branch,
      base: draft.base,
      headCommit,
      createdAt: this.#now(),
    }
  }

  async #pull(repository: string, number: number, options?: CallOptions): Promise<MemoryPull> {
    const { gitDir } = await this.#open(repository, options)
    await this.#refresh()
    const found = this.pulls.find((pull) => pull.gitDir === gitDir && pull.number === number)
    if (found) return found
    throw new DocentError('not_found', `There is no pull request ${number} in ${repository}.`)
  }

  async #open(repository: string, options?: CallOptions): Promise<BareRepository> {
    options?.signal?.throwIfAborted()
    if (!this.matches(repository)) throw new GitHostMisconfigured(`${repository} is no file: URL.`)
    const gitDir = fileURLToPath(repository)
    const exists = await stat(gitDir).then(
      () => true,
      () => false,
    )
    if (!exists) throw new GitHostMisconfigured(`There is no repository ${repository}.`)
    return new BareRepository(gitDir)
  }

  /** Heads follow their branches; a branch that went closes its pull request. */
  async #refresh(): Promise<void> {
    for (const pull of this.pulls.filter((each) => each.state === 'open' && !each.fromFork)) {
      const head = (await new BareRepository(pull.gitDir).branches()).get(pull.branch)
      if (pull.state !== 'open') continue
      if (head === undefined) pull.state = 'closed'
      else pull.headCommit = head
    }
  }
}

function shown({
  gitDir: _gitDir,
  from: _from,
  comments: _comments,
  fromFork: _fromFork,
  ...pull
}: MemoryPull): PullRequest {
  return pull
}
