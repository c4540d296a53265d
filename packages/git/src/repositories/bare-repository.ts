import type { CallOptions } from '@docent/core/plugin'
import { assertBranchName, assertObjectId } from '../assert-name.ts'
import { CatFile } from '../objects/cat-file.ts'
import { ObjectWriter } from '../objects/object-writer.ts'
import { parseListing, parseTips } from '../objects/parse-output.ts'
import type { TreeEntry } from '../objects/tree-entry.ts'
import { retryGit } from '../run/retry-git.ts'
import { type GitResult, type RunGitOptions, runGit } from '../run/run-git.ts'
import type { BareRepositoryOptions } from './bare-repository-options.ts'
import { Coalesce } from './coalesce.ts'
import { FETCH, fetchNamed } from './fetch-named.ts'
import { pathExists } from './path-exists.ts'
import { RepositoryPresence } from './repository-presence.ts'
import { RepositoryRefs } from './repository-refs.ts'
import { type RemoteSource, transfer } from './transfer.ts'
import { withinBytes } from './within-bytes.ts'

interface Wanted {
  remote: RemoteSource
  branches: readonly string[]
}

/**
 * A bare repository in the cache: what was fetched lies under `refs/remotes/origin/*`, no work tree exists and
 * git's automatic gc is off. Safe to share between calls and between processes: fetches of one process take turns,
 * and callers that wait share the next one.
 */
export class BareRepository {
  readonly gitDir: string
  /** The URL it caches, for messages and for the repository's own configuration. */
  readonly url: string
  readonly objects: CatFile
  readonly writer: ObjectWriter
  readonly #options: Required<Omit<BareRepositoryOptions, 'onRenewed'>>
  readonly #fetches: Coalesce<Wanted, Map<string, string>>
  readonly #forkFetches: Coalesce<Wanted, Map<string, string>>
  readonly #refs: RepositoryRefs
  #turn: Promise<unknown> = Promise.resolve()
  readonly #presence: RepositoryPresence

  constructor(gitDir: string, url: string, options: BareRepositoryOptions = {}) {
    this.gitDir = gitDir
    this.url = url
    this.objects = new CatFile(gitDir)
    this.writer = new ObjectWriter(gitDir, () => this.#presence.format())
    const { onRenewed, ...settings } = options
    this.#options = {
      transferTimeoutMs: 300_000,
      maxFetchBytes: 2 * 1024 ** 3,
      timeoutMs: 60_000,
      shallow: true,
      attempts: 3,
      ...settings,
    }
    this.#presence = new RepositoryPresence({
      gitDir,
      url,
      timeoutMs: this.#options.timeoutMs,
      onRenewed: () => {
        this.objects.restart()
        onRenewed?.(url)
      },
    })
    this.#refs = new RepositoryRefs({ gitDir, timeoutMs: this.#options.timeoutMs })
    this.#fetches = new Coalesce((wanted, signal) => this.#fetchAll(wanted, 'origin', signal))
    this.#forkFetches = new Coalesce((wanted, signal) => this.#fetchAll(wanted, 'fork', signal))
  }

  /** Creates the repository when it is not there, or not any more. Two processes may do it at once: one of them wins whole. */
  init(): Promise<void> {
    return this.#presence.ensure()
  }

  /** Grows each time that the cache was made anew: what was written before is gone. */
  get generation(): number {
    return this.#presence.generation
  }

  /**
   * Runs `work`, and once more when it failed because this cache is missing or damaged: then the cache has been made
   * anew, without anything in it. `restore` fetches what the work needs, where it is missing, and answers whether it was;
   * it is handed what the work threw.
   */
  healing<Result>(
    work: () => Promise<Result>,
    restore: (error: unknown) => Promise<boolean>,
    options: CallOptions = {},
  ): Promise<Result> {
    return this.#presence.healing(work, restore, options)
  }

  /** Runs git in this repository. */
  git(args: readonly string[], options: RunGitOptions = {}): Promise<GitResult> {
    return runGit(args, { timeoutMs: this.#options.timeoutMs, ...options, gitDir: this.gitDir })
  }

  /**
   * Asks the remote for the tips of branches and fetches those whose commits are not here yet. Branches that the
   * remote does not have are not in the answer. With `isFork` the remote is the fork that this cache also keeps.
   *
   * @returns branch name → commit id
   * @throws GitError
   */
  async fetchBranches(
    remote: RemoteSource,
    branches: readonly string[],
    options: CallOptions & { isFork?: boolean } = {},
  ): Promise<Map<string, string>> {
    for (const branch of branches) assertBranchName(branch)
    await this.init()
    const fetches = options.isFork ? this.#forkFetches : this.#fetches
    const tips = await fetches.ask({ remote, branches }, options.signal)
    return new Map([...tips].filter(([branch]) => branches.includes(branch)))
  }

  /** Fetches one commit by its id when it is not here. @throws GitError kind `not-found` when the remote lost it. */
  async fetchCommit(remote: RemoteSource, commit: string, options: CallOptions = {}): Promise<void> {
    assertObjectId(commit)
    await this.init()
    if (await this.resolve(commit, options)) return
    const ref = `+${commit}:refs/docent/fetched/${commit}`
    await this.#exclusive(async () => {
      await this.#presence.adoptFormat(commit)
      await this.#bounded(options.signal, (signal) =>
        this.#transfer(remote, 'read', signal, (url) => [...FETCH, '--', url, ref]),
      )
    })
  }

  /** Brings the history that a shallow first fetch left out. True when there was some. */
  async deepen(remote: RemoteSource, options: CallOptions = {}): Promise<boolean> {
    await this.init()
    if (!(await pathExists(`${this.gitDir}/shallow`))) return false
    await this.#exclusive(async () => {
      if (!(await pathExists(`${this.gitDir}/shallow`))) return
      await this.#transfer(remote, 'read', options.signal, (url) => [
        ...FETCH,
        '--unshallow',
        '--',
        url,
        '+refs/heads/*:refs/remotes/origin/*',
      ])
    })
    return true
  }

  /** The tips of branches as the remote has them now, without fetching. */
  async remoteTips(
    remote: RemoteSource,
    branches: readonly string[],
    options: CallOptions & { attempts?: number } = {},
  ): Promise<Map<string, string>> {
    for (const branch of branches) assertBranchName(branch)
    await this.init()
    const heads = branches.map((branch) => `refs/heads/${branch}`)
    const args = (url: string) => ['ls-remote', '--quiet', '--heads', '--', url, ...heads]
    const { stdout } = await this.#transfer(remote, 'read', options.signal, args, options.attempts)
    return parseTips(stdout, branches)
  }

  /**
   * Pushes a commit to a branch, once, with a lease on the tip (`undefined`: the branch must not exist).
   * @throws GitError kind `rejected` when the remote's tip is another one, `protected` when the host declines.
   */
  async push(
    remote: RemoteSource,
    push: { commit: string; branch: string; expected: string | undefined },
    options: CallOptions = {},
  ): Promise<void> {
    assertBranchName(push.branch)
    assertObjectId(push.commit)
    const ref = `refs/heads/${push.branch}`
    // No plus sign: it would override the lease and push over a moved tip.
    const args = (url: string) => [
      'push',
      '--no-verify',
      '--no-follow-tags',
      '--recurse-submodules=no',
      `--force-with-lease=${ref}:${push.expected ?? ''}`,
      '--',
      url,
      `${push.commit}:${ref}`,
    ]
    await this.#transfer(remote, 'write', options.signal, args, 1)
  }

  /** Id of the commit that a name means (an id, a ref); undefined when there is none here. */
  async resolve(name: string, options: CallOptions = {}): Promise<string | undefined> {
    await this.init()
    return (await this.objects.info(`${name}^{commit}`, options.signal))?.id
  }

  /** Id of the tree of a commit; undefined when it is not here. */
  async treeOf(commit: string, options: CallOptions = {}): Promise<string | undefined> {
    await this.init()
    return (await this.objects.info(`${commit}^{tree}`, options.signal))?.id
  }

  /** Every entry below a tree but the folders: posix path → entry, in git's order. */
  async lsTree(tree: string, options: CallOptions = {}): Promise<Map<string, TreeEntry>> {
    assertObjectId(tree)
    const { stdout } = await this.git(['ls-tree', '-r', '-z', '--full-tree', tree], options)
    return parseListing(stdout)
  }

  /** Points a ref at a commit. Calls of the same moment share one git process. */
  async updateRef(ref: string, commit: string, options: CallOptions = {}): Promise<void> {
    assertObjectId(commit)
    await this.init()
    await this.#refs.update(ref, commit, options)
  }

  /** Removes a ref; one that is not there is fine. */
  async deleteRef(ref: string, options: CallOptions = {}): Promise<void> {
    await this.init()
    await this.#refs.delete(ref, options)
  }

  /** Packs what refs keep; drops what none keeps and nobody touched for two weeks. */
  async prune(options: CallOptions = {}): Promise<void> {
    await this.init()
    // Fetched commits that are still needed are kept by the ref of their job.
    for (const ref of await this.#refs.names('refs/docent/fetched/', options))
      await this.deleteRef(ref, options)
    await this.git(['gc', '--quiet', '--prune=2.weeks.ago'], {
      ...options,
      timeoutMs: this.#options.transferTimeoutMs,
    })
  }

  /** Ends its reader process. */
  close(): void {
    this.objects.close()
  }

  async #fetchAll(
    wanted: readonly Wanted[],
    place: 'origin' | 'fork',
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const remote = wanted[0]?.remote
    if (!remote) return new Map()
    const branches = [...new Set(wanted.flatMap((each) => each.branches))]
    const parts = {
      refs: this.#refs,
      shallow: this.#options.shallow,
      // One attempt: all of this is what is tried again.
      fetch: (args: (url: string) => string[]) =>
        this.#bounded(signal, (bounded) => this.#transfer(remote, 'read', bounded, args, 1)),
    }
    return retryGit(
      async () => {
        const tips = await this.remoteTips(remote, branches, { signal, attempts: 1 })
        const [tip] = tips.values()
        if (tip !== undefined) await this.#exclusive(() => this.#presence.adoptFormat(tip))
        const missing: string[] = []
        for (const [branch, commit] of tips)
          if (!(await this.resolve(commit, { signal }))) missing.push(branch)
        if (missing.length === 0) return tips
        await this.#exclusive(() => fetchNamed(parts, missing, place, signal))
        for (const branch of missing) {
          const commit = await this.resolve(`refs/remotes/${place}/${branch}`, { signal })
          if (commit) tips.set(branch, commit)
        }
        return tips
      },
      { signal, attempts: this.#options.attempts },
    )
  }

  #bounded<Result>(
    signal: AbortSignal | undefined,
    fetch: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { maxFetchBytes: mostBytes, transferTimeoutMs: longestMs } = this.#options
    return withinBytes({ gitDir: this.gitDir, mostBytes, longestMs, signal }, fetch)
  }

  #transfer(
    remote: RemoteSource,
    access: 'read' | 'write',
    signal: AbortSignal | undefined,
    args: (url: string) => string[],
    attempts: number = this.#options.attempts,
  ): Promise<GitResult> {
    return transfer(this.gitDir, remote, access, args, {
      attempts,
      timeoutMs: this.#options.transferTimeoutMs,
      ...(signal ? { signal } : {}),
    })
  }

  /** Fetches of one process take turns: two at once would fight for git's shallow and ref locks. */
  #exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work, work)
    this.#turn = result.catch(() => undefined)
    return result
  }
}
