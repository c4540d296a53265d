import { stat, utimes, writeFile } from 'node:fs/promises'
import {
  type CallOptions,
  type Clock,
  DocentError,
  GitHostMisconfigured,
  type Health,
  isBranchName,
  type Logger,
  type Workspace,
  type WorkspaceRequest,
  type Workspaces,
} from '@docent/core/plugin'
import { type BareRepository, type RemoteSource, RepositoryCache } from '@docent/git'
import { folderHealth } from './cache/folder-health.ts'
import { GitWorkspace } from './git-workspace.ts'
import { mapRemoteError } from './map-error.ts'
import { GitWorkspacesOptions, type GitWorkspacesSettings } from './options.ts'
import { CommitMissing } from './publishing/commit-missing.ts'
import { fetchParent } from './publishing/fetch-parent.ts'
import { createTreeCache, GitTrees, type TreeCache } from './tree/git-trees.ts'

export interface GitWorkspacesDependencies {
  clock: Clock
  logger?: Logger
  /** In [0, 1), for the jitter of retries. Default `Math.random`. */
  random?: () => number
}

/**
 * Editable views of git trees with no checkout: a cached bare repository for each remote, an overlay for each
 * workspace.
 *
 * @example
 * const workspaces = new GitWorkspaces({ cacheDir: '/var/lib/docent/repositories' }, { clock })
 */
export class GitWorkspaces implements Workspaces {
  readonly #cacheDir: string
  readonly #settings: GitWorkspacesSettings
  readonly #dependencies: GitWorkspacesDependencies
  readonly #cache: RepositoryCache
  readonly #treeCache: TreeCache
  readonly #maintenance = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(options: GitWorkspacesOptions & { cacheDir: string }, dependencies: GitWorkspacesDependencies) {
    this.#cacheDir = options.cacheDir
    this.#settings = GitWorkspacesOptions.parse(options)
    this.#dependencies = dependencies
    this.#treeCache = createTreeCache(this.#settings.treeCacheBytes)
    this.#cache = new RepositoryCache(options.cacheDir, {
      shallow: this.#settings.shallow,
      attempts: this.#settings.attempts,
      timeoutMs: this.#settings.commandTimeoutMs,
      transferTimeoutMs: this.#settings.transferTimeoutMs,
      maxFetchBytes: this.#settings.maxFetchBytes,
      onRenewed: (repository) =>
        dependencies.logger?.warn(
          { repository },
          'the git cache of this repository was missing or damaged: it has been made anew',
        ),
    })
  }

  async open(request: WorkspaceRequest, options: CallOptions = {}): Promise<Workspace> {
    options.signal?.throwIfAborted()
    const keepRef = refOf(request.keep)
    const repository = this.#cache.repository(request.repository)
    let advice: string | undefined
    const remote: WorkspaceRequest['remote'] = async (call) => {
      const found = await request.remote(call)
      advice = found.advice
      return found
    }
    try {
      // Another process that shares the cache may make it anew between fetch and read: then all is fetched again.
      const isLost = async (error: unknown) => CommitMissing.is(error)
      return await repository.healing(
        () => this.#open({ ...request, remote }, repository, keepRef, options),
        isLost,
        options,
      )
    } catch (error) {
      throw mapRemoteError(error, { repository: request.repository, advice })
    }
  }

  health(): Promise<Health> {
    return folderHealth(this.#cacheDir)
  }

  async forget(repository: string, keep: string, options: CallOptions = {}): Promise<void> {
    options.signal?.throwIfAborted()
    const cached = this.#cache.repository(repository)
    await cached.deleteRef(refOf(keep), options)
    await this.#pruneWhenDue(cached)
  }

  /** Ends every reader process and waits for maintenance under way. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#maintenance)
    this.#cache.close()
  }

  async #open(
    request: WorkspaceRequest,
    repository: BareRepository,
    keepRef: string,
    options: CallOptions,
  ): Promise<Workspace> {
    const { branch, from, isForked = false } = request
    const upstream: RemoteSource = (call) => request.remote(call)
    const remote: RemoteSource = isForked ? (call) => request.remote({ ...call, branch }) : upstream
    const tips = await repository.fetchBranches(upstream, isForked ? [from] : [branch, from], options)
    if (isForked) {
      const own = await repository.fetchBranches(remote, [branch], { ...options, isFork: true })
      tips.delete(branch)
      for (const [name, tip] of own) tips.set(name, tip)
    }
    const base = request.commit ?? tips.get(branch) ?? tips.get(from)
    if (base === undefined) throw noBranch(request)
    if (request.commit !== undefined) {
      await fetchParent(repository, { remote, upstream, isForked }, request.commit, options)
    }
    const baseTree = await repository.treeOf(base, options)
    if (baseTree === undefined) throw new CommitMissing(request.repository, base)
    await repository.updateRef(keepRef, base, options)
    return new GitWorkspace({
      repository,
      trees: new GitTrees(repository, this.#treeCache),
      remote,
      upstream,
      branch,
      isForked,
      branchExisted: tips.has(branch),
      base,
      baseTree,
      keepRef,
      settings: this.#settings,
      random: this.#dependencies.random ?? Math.random,
    })
  }

  /** Letting go of a job is when a cache may have something to drop; nobody waits for it. */
  async #pruneWhenDue(repository: BareRepository): Promise<void> {
    if (this.#settings.pruneEveryMs === 0) return
    const now = this.#dependencies.clock.now()
    const stamp = `${repository.gitDir}/docent-pruned`
    const last = await modifiedAt(stamp)
    if (last !== undefined && now - last < this.#settings.pruneEveryMs) return
    await writeFile(stamp, '')
    await utimes(stamp, now / 1000, now / 1000)
    // The first time only begins the count.
    if (last === undefined) return
    const work: Promise<void> = repository
      .prune({ signal: this.#stopping.signal })
      .catch((error: unknown) => {
        if (this.#stopping.signal.aborted) return
        this.#dependencies.logger?.warn({ err: error }, `The cache of ${repository.url} could not be pruned.`)
      })
      .finally(() => this.#maintenance.delete(work))
    this.#maintenance.add(work)
  }
}

function refOf(keep: string): string {
  if (!isBranchName(keep)) throw new DocentError('invalid_request', 'keep must be a valid part of a git ref.')
  return `refs/docent/jobs/${keep}`
}

function noBranch({ repository, from }: WorkspaceRequest): GitHostMisconfigured {
  return new GitHostMisconfigured(
    `${repository} has no branch ${from}. Push a first commit to it, or correct the branch in the settings of the project.`,
  )
}

async function modifiedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
