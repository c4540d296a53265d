import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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
import { GitError, runGit } from '@docent/git'
import type { PullRecord } from './pull-record.ts'
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

  constructor(private readonly options: LocalGitHostOptions) {}

  matches(repository: string): boolean {
    return repository.startsWith('file:')
  }

  async remote(repository: string, _options: CallOptions & { access: 'read' | 'write' }): Promise<GitRemote> {
    return { url: pathToFileURL(await this.#gitDir(repository)).href }
  }

  async defaultBranch(repository: string, options: CallOptions = {}): Promise<string> {
    const gitDir = await this.#gitDir(repository)
    const { stdout } = await git(gitDir, ['symbolic-ref', '--short', 'HEAD'], options)
    return stdout.toString().trim()
  }

  async findPullRequests(
    repository: string,
    branch: string,
    options: CallOptions = {},
  ): Promise<PullRequest[]> {
    const gitDir = await this.#gitDir(repository)
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
    const gitDir = await this.#gitDir(repository)
    const stored = await new PullStore(gitDir).get(number, options.signal)
    return stored && this.#view(gitDir, stored.record, options)
  }

  async openPullRequest(
    repository: string,
    draft: PullRequestDraft,
    options: CallOptions = {},
  ): Promise<PullRequest> {
    const gitDir = await this.#gitDir(repository)
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
      async (pull) => (await this.#state(gitDir, pull, options)).state === 'open',
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
    const gitDir = await this.#gitDir(repository)
    const record = await new PullStore(gitDir).update(
      number,
      (pull) => ({ ...pull, ...defined(patch) }),
      options.signal,
    )
    if (!record) throw new DocentError('not_found', `There is no pull request ${number} in ${repository}.`)
    return this.#view(gitDir, record, options)
  }

  async diff(repository: string, number: number, options: CallOptions = {}): Promise<string> {
    const gitDir = await this.#gitDir(repository)
    const stored = await new PullStore(gitDir).get(number, options.signal)
    if (!stored) throw new DocentError('not_found', `There is no pull request ${number} in ${repository}.`)
    return this.#diff(gitDir, stored.record, options)
  }

  /** Merges the branch into its base, as a person would. @throws DocentError `push_conflict`, `conflict`, `not_found` */
  async merge(repository: string, number: number, options: CallOptions = {}): Promise<PullRequest> {
    const gitDir = await this.#gitDir(repository)
    const store = new PullStore(gitDir)
    const stored = await store.get(number, options.signal)
    if (!stored) throw new DocentError('not_found', `There is no pull request ${number} in ${repository}.`)
    const { record } = stored
    const head = await tip(gitDir, record.branch, options)
    const base = await tip(gitDir, record.base, options)
    if ((await this.#state(gitDir, record, options)).state !== 'open' || !head || !base) {
      throw new DocentError('conflict', `Pull request ${number} is not open.`)
    }
    const tree = await git(gitDir, ['merge-tree', '--write-tree', base, head], {
      ...options,
      okExitCodes: [0, 1],
    })
    if (tree.exitCode !== 0)
      throw new DocentError('push_conflict', `${record.branch} conflicts with ${record.base}.`)
    const id = tree.stdout.toString().split('\n', 1)[0] ?? ''
    const env = identity(this.options.now())
    const message = `Merge pull request ${number}: ${record.title}`
    const commit = await git(gitDir, ['commit-tree', id, '-p', base, '-p', head, '-m', message], {
      ...options,
      env,
    })
    await git(
      gitDir,
      ['update-ref', `refs/heads/${record.base}`, commit.stdout.toString().trim(), base],
      options,
    )
    const merged = await store.update(
      number,
      (pull) => ({ ...pull, state: 'merged', headCommit: head }),
      options.signal,
    )
    return this.#view(gitDir, merged ?? record, options)
  }

  /** The pull request of a page's token, in any repository of the roots. Tokens are compared in constant time. */
  async findByToken(
    token: string,
    options: CallOptions = {},
  ): Promise<{ pull: PullRequest; diff: string } | undefined> {
    if (!/^[0-9a-f]{32}$/.test(token)) return undefined
    const wanted = Buffer.from(token)
    for (const gitDir of await this.#repositories()) {
      for (const { record } of await new PullStore(gitDir).list(options.signal)) {
        if (!timingSafeEqual(Buffer.from(record.token), wanted)) continue
        return {
          pull: await this.#view(gitDir, record, options),
          diff: await this.#diff(gitDir, record, options),
        }
      }
    }
    return undefined
  }

  async #diff(gitDir: string, record: PullRecord, options: CallOptions): Promise<string> {
    const { state, head } = await this.#state(gitDir, record, options)
    const base = state === 'merged' ? undefined : await tip(gitDir, record.base, options)
    const from = base === undefined ? record.baseCommit : await mergeBase(gitDir, base, head, options)
    const { stdout } = await git(
      gitDir,
      ['diff', '--no-color', '--no-ext-diff', '-M', from, head, '--'],
      options,
    )
    return stdout.toString()
  }

  /** A branch that went is closed, unless its last commit is in the base: then it was merged. */
  async #state(
    gitDir: string,
    record: PullRecord,
    options: CallOptions,
  ): Promise<{ state: PullRecord['state']; head: string }> {
    const branchTip = await tip(gitDir, record.branch, options)
    const head = record.state === 'merged' ? record.headCommit : (branchTip ?? record.headCommit)
    if (record.state !== 'open') return { state: record.state, head }
    const base = await tip(gitDir, record.base, options)
    if (base !== undefined && (await isAncestor(gitDir, head, base, options)))
      return { state: 'merged', head }
    return { state: branchTip === undefined ? 'closed' : 'open', head }
  }

  async #view(gitDir: string, record: PullRecord, options: CallOptions): Promise<PullRequest> {
    const { state, head } = await this.#state(gitDir, record, options)
    const { number, draft, title, body, branch, base, createdAt, token } = record
    return {
      number,
      url: `${this.options.publicUrl()}/pulls/${token}`,
      state,
      draft,
      title,
      body,
      branch,
      base,
      headCommit: head,
      createdAt,
    }
  }

  async #gitDir(repository: string): Promise<string> {
    if (!this.matches(repository))
      throw new GitHostMisconfigured(`${repository} is not a file: URL of a local repository.`)
    const path = resolve(fileURLToPath(repository))
    const allowed = this.options.roots.some(
      (root) => path === resolve(root) || path.startsWith(resolve(root) + sep),
    )
    if (!allowed) {
      throw new GitHostMisconfigured(
        `${repository} lies outside the folders of local repositories: add its folder to "roots" of git-local.`,
      )
    }
    for (const candidate of [path, join(path, '.git')]) if (await isRepository(candidate)) return candidate
    throw new GitHostMisconfigured(`There is no git repository at ${repository}.`)
  }

  async #repositories(): Promise<string[]> {
    const found: string[] = []
    for (const root of this.options.roots) {
      if (await isRepository(root)) found.push(root)
      const entries = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
        throw error
      })
      for (const entry of entries) {
        if (!entry.isDirectory()) continue
        const path = join(root, entry.name)
        if (await isRepository(path)) found.push(path)
        else if (await isRepository(join(path, '.git'))) found.push(join(path, '.git'))
      }
    }
    return [...new Set(found)]
  }
}

async function isRepository(path: string): Promise<boolean> {
  try {
    return (await stat(join(path, 'HEAD'))).isFile() && (await stat(join(path, 'objects'))).isDirectory()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw error
  }
}

function git(
  gitDir: string,
  args: readonly string[],
  options: CallOptions & { env?: Readonly<Record<string, string>>; okExitCodes?: readonly number[] },
) {
  return runGit(args, { gitDir, ...options })
}

async function tip(gitDir: string, branch: string, options: CallOptions): Promise<string | undefined> {
  const ref = `refs/heads/${branch}^{commit}`
  const { stdout, exitCode } = await git(
    gitDir,
    ['rev-parse', '--verify', '--quiet', '--end-of-options', ref],
    { ...options, okExitCodes: [0, 1] },
  )
  return exitCode === 0 ? stdout.toString().trim().split('\n').at(-1) : undefined
}

async function mergeBase(gitDir: string, a: string, b: string, options: CallOptions): Promise<string> {
  const { stdout, exitCode } = await git(gitDir, ['merge-base', a, b], { ...options, okExitCodes: [0, 1] })
  return exitCode === 0 ? stdout.toString().trim() : a
}

async function isAncestor(
  gitDir: string,
  ancestor: string,
  commit: string,
  options: CallOptions,
): Promise<boolean> {
  try {
    const { exitCode } = await git(gitDir, ['merge-base', '--is-ancestor', ancestor, commit], {
      ...options,
      okExitCodes: [0, 1],
    })
    return exitCode === 0
  } catch (error) {
    // The commit was pruned with its branch: then it is in no base.
    if (GitError.is(error) && error.kind === 'not-found') return false
    throw error
  }
}

function identity(now: number): Record<string, string> {
  const date = `${Math.floor(now / 1000)} +0000`
  const who = { NAME: 'Docent', EMAIL: 'docent@localhost' }
  return {
    GIT_AUTHOR_NAME: who.NAME,
    GIT_AUTHOR_EMAIL: who.EMAIL,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: who.NAME,
    GIT_COMMITTER_EMAIL: who.EMAIL,
    GIT_COMMITTER_DATE: date,
  }
}

/** A patch without the members that are undefined. */
function defined(patch: PullRequestPatch): Partial<PullRecord> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
