import {
  type CallOptions,
  type Clock,
  type DocsSource,
  defined,
  GitHostMisconfigured,
  type GitRemote,
  type Logger,
  type PageFolder,
  type Project,
  repositoryOf,
  type SourceFileRequest,
  type SourceProblem,
  type SourceSnapshot,
} from '@docent/core/plugin'
import { type BareRepository, RepositoryCache, remoteDefaultBranch } from '@docent/git'
import { apiFiles } from './api-files.ts'
import { type Choice, type ChosenFile, chooseFiles, LARGEST_API_FILE } from './choose-files.ts'
import { declaredFiles } from './declared-files.ts'
import { GitSnapshot } from './git-snapshot.ts'
import { withLinkedPages } from './linked-files.ts'
import { mapSourceError } from './map-error.ts'
import { GitSourceOptions, type GitSourceSettings } from './options.ts'
import { pageFolders } from './page-folders.ts'
import { parseSizedListing } from './parse-sized-listing.ts'
import { PruneSchedule } from './prune-schedule.ts'

export interface GitDocsSourceDependencies {
  logger?: Logger
  /** For the time of the last pruning; the machine's when left out. */
  clock?: Clock
}

const INSTRUCTIONS = '.docent/assistant.md'

type ListOptions = CallOptions & {
  since?: string
  remote(options: CallOptions & { access: 'read' }): Promise<GitRemote>
}

/**
 * The documentation in a git repository, at the newest commit of the project's branch: fetched into a cache of its
 * own and read out of it without a checkout.
 *
 * @example
 * const source = new GitDocsSource({ cacheDir: '/var/lib/docent/cache/source-git' })
 * const snapshot = await source.list(project, { remote: () => host.remote(project.repository, { access: 'read' }) })
 */
export class GitDocsSource implements DocsSource {
  readonly name = 'git'
  readonly #settings: GitSourceSettings
  readonly #cache: RepositoryCache
  readonly #pruning: PruneSchedule
  /** Snapshots that are being read, by repository URL: their objects must stay. */
  readonly #open = new Map<string, number>()

  constructor(
    options: GitSourceOptions & { cacheDir: string },
    { logger, clock = { now: Date.now } }: GitDocsSourceDependencies = {},
  ) {
    this.#settings = GitSourceOptions.parse(options)
    this.#cache = new RepositoryCache(options.cacheDir, {
      shallow: this.#settings.shallow,
      attempts: this.#settings.attempts,
      timeoutMs: this.#settings.commandTimeoutMs,
      transferTimeoutMs: this.#settings.transferTimeoutMs,
      maxFetchBytes: this.#settings.maxFetchBytes,
      onRenewed: (repository) =>
        logger?.warn(
          { repository },
          'the git cache of this repository was missing or damaged: it has been made anew',
        ),
    })
    this.#pruning = new PruneSchedule({ everyMs: this.#settings.pruneEveryMs, clock, logger })
  }

  /** Every repository that git can fetch by URL, of a project that does not read its documentation elsewhere. */
  matches({ repository, source }: Project): boolean {
    return repository !== undefined && source === undefined && /^(?:https?|file):\/\//i.test(repository)
  }

  /**
   * The revision is the commit, followed by `:<docsPath>` when the documentation is in a folder: another folder of the
   * same commit is another revision.
   *
   * @throws GitHostMisconfigured when repository, branch or folder do not exist or may not be read; DocentError
   *   `git_host_failed` or `timeout` (retryable) when a later try may succeed.
   */
  async list(project: Project, { since, remote, signal }: ListOptions): Promise<SourceSnapshot | undefined> {
    signal?.throwIfAborted()
    const repository = repositoryOf(project)
    const call = signal ? { signal } : {}
    let advice: string | undefined
    const source = async (options: CallOptions) => {
      const found = await remote({ ...options, access: 'read' })
      advice = found.advice
      return found
    }
    try {
      const cached = this.#cache.repository(repository)
      const list = () => this.#list(project, cached, source, { ...call, ...defined({ since }) })
      return await cached.healing(list, async () => false, call)
    } catch (error) {
      signal?.throwIfAborted()
      throw mapSourceError(error, { repository, advice })
    }
  }

  async commitMessage(
    project: Project,
    revision: string,
    { signal }: CallOptions = {},
  ): Promise<string | undefined> {
    const repository = repositoryOf(project)
    const [commit = ''] = revision.split(':', 1)
    if (!/^[0-9a-f]{40,64}$/.test(commit)) return undefined
    try {
      const found = await this.#cache.repository(repository).objects.contents(commit, signal)
      if (found?.type !== 'commit') return undefined
      // A commit object is headers, an empty line, and the message: https://git-scm.com/docs/git-commit-tree
      const text = new TextDecoder().decode(found.content)
      return text.slice(text.indexOf('\n\n') + 2).trimEnd()
    } catch (error) {
      signal?.throwIfAborted()
      throw mapSourceError(error, { repository })
    }
  }

  async readFile(
    project: Project,
    { revision, path, maxBytes }: SourceFileRequest,
    { signal }: CallOptions = {},
  ): Promise<Uint8Array | undefined> {
    const repository = repositoryOf(project)
    const [commit = ''] = revision.split(':', 1)
    // The name is a line of the protocol with git.
    if (!/^[0-9a-f]{40,64}$/.test(commit) || /\p{Cc}/u.test(path)) return undefined
    try {
      const { objects } = this.#cache.repository(repository)
      const found = await objects.info(`${commit}:${path}`, signal)
      if (found?.type !== 'blob' || found.size > maxBytes) return undefined
      return (await objects.contents(found.id, signal))?.content
    } catch (error) {
      signal?.throwIfAborted()
      throw mapSourceError(error, { repository })
    }
  }

  async pageFolders(project: Project, revision: string, { signal }: CallOptions = {}): Promise<PageFolder[]> {
    const [commit = ''] = revision.split(':', 1)
    const cached = this.#cache.repository(repositoryOf(project))
    return this.#pageFolders(cached, commit, defined({ signal }))
  }

  async #pageFolders(cached: BareRepository, commit: string, options: CallOptions): Promise<PageFolder[]> {
    const args = ['ls-tree', '-r', '-l', '-z', '--full-tree', commit]
    const entries = parseSizedListing((await cached.git(args, options)).stdout)
    return pageFolders(entries.map(({ path }) => path))
  }

  /** Ends every process. Snapshots end with their own `close`. */
  async close(): Promise<void> {
    await this.#pruning.close()
    this.#cache.close()
  }

  async #list(
    project: Project,
    cached: BareRepository,
    source: (options: CallOptions) => Promise<GitRemote>,
    { since, ...call }: CallOptions & { since?: string },
  ): Promise<SourceSnapshot | undefined> {
    const { docsPath } = project
    const repository = cached.url
    const { signal } = call
    const commit = await this.#fetch(cached, project, source, call)
    const revision = docsPath === '' ? commit : `${commit}:${docsPath}`
    if (revision === since) return undefined
    const tree = await cached.objects.info(docsPath === '' ? `${commit}^{tree}` : revision, signal)
    if (tree?.type !== 'tree') throw noFolder(project, commit, await this.#pageFolders(cached, commit, call))
    const args = ['ls-tree', '-r', '-l', '-z', '--full-tree', tree.id]
    const { stdout } = await cached.git(args, call)
    const entries = await withLinkedPages(parseSizedListing(stdout), cached.objects, call)
    const declared = await declaredFiles(entries, cached.objects, call)
    const apis = await apiFiles(entries, tree.id, cached, { ...call, declared })
    const choice = chooseFiles(entries, { ...this.#settings, named: new Set([...declared, ...apis]) })
    const instructions = await this.#instructions(cached, commit, call)
    this.#open.set(repository, (this.#open.get(repository) ?? 0) + 1)
    return new GitSnapshot({
      gitDir: cached.gitDir,
      repository,
      revision,
      files: choice.files,
      unread: choice.unread,
      problems: this.#problems(choice),
      instructions,
      timeoutMs: this.#settings.commandTimeoutMs,
      onClose: () => this.#closed(cached),
    })
  }

  /** At the root of the repository, wherever its documentation is. A link may lead anywhere: it is not followed. */
  async #instructions(
    cached: BareRepository,
    commit: string,
    options: CallOptions,
  ): Promise<ChosenFile | undefined> {
    const args = ['ls-tree', '-l', '-z', '--full-tree', commit, '--', INSTRUCTIONS]
    const [entry] = parseSizedListing((await cached.git(args, options)).stdout)
    if (entry === undefined || entry.size > this.#settings.maxFileBytes) return undefined
    return entry.kind === 'file' || entry.kind === 'executable'
      ? { path: entry.path, id: entry.id }
      : undefined
  }

  #closed(cached: BareRepository): void {
    const open = (this.#open.get(cached.url) ?? 1) - 1
    this.#open.set(cached.url, open)
    if (open === 0) this.#pruning.offer(cached)
  }

  /** The newest commit of the project's branch, now in the cache. */
  async #fetch(
    cached: BareRepository,
    project: Project,
    remote: (options: CallOptions) => Promise<GitRemote>,
    options: CallOptions,
  ): Promise<string> {
    await cached.init()
    const { attempts, transferTimeoutMs: timeoutMs } = this.#settings
    const branch =
      project.branch ??
      (await remoteDefaultBranch(cached.gitDir, remote, { ...options, attempts, timeoutMs }))
    if (branch === undefined) {
      throw new GitHostMisconfigured(
        `${cached.url} names no default branch. Push a first commit to it, or set "branch" of project ${project.id}.`,
      )
    }
    const commit = (await cached.fetchBranches(remote, [branch], options)).get(branch)
    if (commit !== undefined) return commit
    throw new GitHostMisconfigured(
      `${cached.url} has no branch ${branch}. Correct "branch" of project ${project.id}, or push it.`,
      { issues: [{ path: 'branch', message: `the repository has no branch ${branch}` }] },
    )
  }

  #problems({ tooLarge, unreadableNames }: Choice): SourceProblem[] {
    const { maxFileBytes } = this.#settings
    return [
      ...tooLarge.map(({ path, size, isApi }): SourceProblem => {
        const message = isApi
          ? `The file has ${size} bytes, and a description of an API can have ${LARGEST_API_FILE}.`
          : `The file has ${size} bytes, and "maxFileBytes" of source-git is ${maxFileBytes}.`
        return { kind: 'size', path, message, severity: 'error' }
      }),
      ...unreadableNames.map((path): SourceProblem => {
        const message = 'The name of the file is not UTF-8, so no address can be made of it.'
        return { kind: 'name', path, message, severity: 'error' }
      }),
    ]
  }
}

function noFolder(
  { repository, docsPath, id }: Project,
  commit: string,
  [found]: readonly PageFolder[],
): GitHostMisconfigured {
  const proposal =
    found === undefined
      ? ''
      : ` ${found.folder === '' ? 'The root' : `"${found.folder}"`} has ${found.pages} pages: set docsPath to "${found.folder}".`
  return new GitHostMisconfigured(
    `${repository} has no folder ${docsPath} at commit ${commit.slice(0, 12)}. Correct "docsPath" of project ${id}.${proposal}`,
    { issues: [{ path: 'docsPath', message: `the repository has no folder ${docsPath}` }] },
  )
}
