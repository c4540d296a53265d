import {
  type CallOptions,
  type ChangeSummary,
  type CommitRequest,
  DocentError,
  defined,
  type FileChange,
  type PublishIntent,
  type PushResult,
  type SearchRequest,
  type SearchResult,
  type Workspace,
  type WorkspaceFile,
} from '@docent/core/plugin'
import type { BareRepository, RemoteSource } from '@docent/git'
import { mapRemoteError } from './map-error.ts'
import type { GitWorkspacesSettings } from './options.ts'
import { parseSummary } from './publishing/change-summary.ts'
import { fetchParent } from './publishing/fetch-parent.ts'
import { publish } from './publishing/publish.ts'
import { rebuildCommit } from './publishing/rebuild-commit.ts'
import { grepTree } from './search/grep.ts'
import { searchPaths } from './search/search-paths.ts'
import { adoptConflict } from './tree/adopt-conflict.ts'
import { commitOfIntent } from './tree/commit-object.ts'
import { editTree } from './tree/edit-tree.ts'
import { byPath, type GitTrees } from './tree/git-trees.ts'
import { assertWorkspacePath } from './tree/workspace-path.ts'
import { WorkspaceTree } from './tree/workspace-tree.ts'

export interface GitWorkspaceOptions {
  repository: BareRepository
  trees: GitTrees
  /** Where `branch` is. */
  remote: RemoteSource
  /** Of what `branch` began at: another repository than `remote` when `isForked`. */
  upstream: RemoteSource
  branch: string
  isForked: boolean
  branchExisted: boolean
  /** Commit and its tree. */
  base: string
  baseTree: string
  /** The ref that keeps the base reachable in the cache. */
  keepRef: string
  settings: GitWorkspacesSettings
  random: () => number
}

/** A workspace over the object database of a cached bare repository. */
export class GitWorkspace implements Workspace {
  readonly branchExisted: boolean
  readonly #options: GitWorkspaceOptions
  readonly #repository: BareRepository
  readonly #tree: WorkspaceTree
  #base: string
  #written: { version: number; generation: number; tree: string } | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(options: GitWorkspaceOptions) {
    this.#options = options
    this.#repository = options.repository
    this.#base = options.base
    this.branchExisted = options.branchExisted
    this.#tree = new WorkspaceTree(options.repository, options.trees, options.baseTree, options.settings)
  }

  get base(): string {
    return this.#base
  }

  async list(options: CallOptions & { prefix?: string } = {}): Promise<WorkspaceFile[]> {
    this.#begin(options)
    const prefix = options.prefix?.replace(/(?<!\/)\/+$/, '') ?? ''
    if (prefix !== '') assertWorkspacePath(prefix)
    const start = prefix === '' ? '' : `${prefix}/`
    const { overlay } = this.#tree
    const baseFiles = await this.#healing(() => this.#tree.baseFiles(options.signal), options)
    const files = baseFiles.filter(({ path }) => path.startsWith(start) && overlay.get(path) === undefined)
    for (const [path, file] of overlay.entries()) {
      if (file && path.startsWith(start)) files.push({ path, kind: file.kind })
    }
    return files.map((file) => ({ ...file })).sort(byPath)
  }

  async read(path: string, options: CallOptions = {}): Promise<Uint8Array | undefined> {
    this.#begin(options)
    assertWorkspacePath(path)
    return this.#healing(() => this.#tree.read(path, options.signal), options)
  }

  async readBase(path: string, options: CallOptions = {}): Promise<Uint8Array | undefined> {
    this.#begin(options)
    assertWorkspacePath(path)
    return this.#healing(() => this.#tree.readBase(path, options.signal), options)
  }

  async search(request: SearchRequest, options: CallOptions = {}): Promise<SearchResult> {
    this.#begin(options)
    const paths = (request.paths ?? []).map((path) => path.replace(/(?<!\/)\/+$/, ''))
    for (const path of paths) assertWorkspacePath(path)
    return this.#healing(() => this.#search(request, paths, options), options)
  }

  async write(path: string, content: Uint8Array | string, options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    assertWorkspacePath(path)
    // A copy: the caller may go on using its buffer.
    const bytes = Buffer.from(content)
    await this.#edit(() => this.#tree.write(path, bytes, options.signal), options)
  }

  async move(from: string, to: string, options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    assertWorkspacePath(from)
    assertWorkspacePath(to)
    await this.#edit(() => this.#tree.move(from, to, options.signal), options)
  }

  async delete(path: string, options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    assertWorkspacePath(path)
    await this.#edit(() => this.#tree.delete(path, options.signal), options)
  }

  async changes(options: CallOptions = {}): Promise<FileChange[]> {
    this.#begin(options)
    await this.#inTurn(async () => undefined)
    return this.#tree.overlay.entries().map(([path, file]) => {
      if (file === null) return { path, content: null }
      return { path, content: Uint8Array.from(file.content), executable: file.kind === 'executable' }
    })
  }

  async summary(options: CallOptions = {}): Promise<ChangeSummary[]> {
    this.#begin(options)
    return parseSummary(await this.#diffTree(['-r', '-M', '-z', '--raw', '--numstat'], options))
  }

  async diff(options: CallOptions = {}): Promise<string> {
    this.#begin(options)
    const args = ['-p', '-M', '--no-color', '--no-ext-diff', '--no-textconv']
    return (await this.#diffTree(args, options)).toString('utf8')
  }

  async restore(changes: readonly FileChange[], options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    for (const { path } of changes) assertWorkspacePath(path)
    const last = new Map(
      changes.map(({ content, ...change }) => [
        change.path,
        { ...change, content: content && Buffer.from(content) },
      ]),
    )
    await this.#edit(() => this.#tree.restore(last, options.signal), options)
  }

  async reset(options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    await this.#inTurn(async () => this.#tree.overlay.clear())
  }

  async commit(request: CommitRequest, options: CallOptions = {}): Promise<PublishIntent> {
    this.#begin(options)
    return this.#edit(async () => {
      const tree = await this.#writeTreeNow(options.signal)
      if (tree === this.#tree.baseTree) {
        throw new DocentError('invalid_request', 'There is nothing to commit: no file differs from the base.')
      }
      const { message, author, date } = request
      const intent = { parent: this.#base, tree, message, author: { ...author }, date }
      const commit = await this.#repository.writer.write('commit', commitOfIntent(intent))
      return { commit, ...intent, branch: this.#options.branch }
    }, options)
  }

  async push(intent: PublishIntent, options: CallOptions = {}): Promise<PushResult> {
    this.#begin(options)
    return this.#inTurn(async () => {
      try {
        return await this.#healing(() => this.#publish(intent, options), options)
      } catch (error) {
        throw mapRemoteError(error, { repository: this.#repository.url, branch: intent.branch })
      }
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#turn
  }

  #begin(options: CallOptions): void {
    options.signal?.throwIfAborted()
    if (this.#closed) throw new DocentError('internal', 'This workspace was closed.')
  }

  async #publish(intent: PublishIntent, options: CallOptions): Promise<PushResult> {
    const { remote, isForked, settings, random, trees } = this.#options
    const { signal } = options
    await rebuildCommit(this.#repository, this.#options, intent, () => this.#writeTreeNow(signal), options)
    const published = await publish(this.#repository, remote, intent, {
      attempts: settings.pushAttempts,
      isFork: isForked,
      random,
      ...defined({ signal }),
    })
    if (published.kind !== 'conflict') {
      await this.#standOn(published.commit, options)
      return published
    }
    const { tip, sides, merge } = published
    await this.#standOn(tip, options)
    const conflict = await adoptConflict(this.#repository, trees, sides, merge, signal)
    for (const [path, file] of conflict.files) this.#tree.overlay.set(path, file)
    return { kind: 'conflict', tip, paths: conflict.paths }
  }

  async #search(
    request: SearchRequest,
    paths: readonly string[],
    options: CallOptions,
  ): Promise<SearchResult> {
    const { signal } = options
    const exists = new Set<string>()
    for (const path of paths) {
      if ((await this.#tree.kindAt(path, signal)) !== undefined) exists.add(path)
    }
    return grepTree(this.#repository, await this.#writeTree(signal), request, {
      timeoutMs: this.#options.settings.searchTimeoutMs,
      ...searchPaths(paths, exists),
      ...defined({ signal }),
    })
  }

  /** What differs from the base. */
  #diffTree(args: readonly string[], options: CallOptions): Promise<Buffer> {
    return this.#healing(async () => {
      const tree = await this.#writeTree(options.signal)
      return (await this.#repository.git(['diff-tree', ...args, this.#tree.baseTree, tree], options)).stdout
    }, options)
  }

  #edit<Result>(work: () => Promise<Result>, options: CallOptions): Promise<Result> {
    return this.#inTurn(() => this.#healing(work, options))
  }

  /** The cache may be deleted or damaged at any time: the base is fetched again then, and the work done again. */
  #healing<Result>(work: () => Promise<Result>, options: CallOptions): Promise<Result> {
    return this.#repository.healing(work, () => this.#restoreBase(options), options)
  }

  /** Fetches the base when the cache has lost it. @returns true when it had */
  async #restoreBase(options: CallOptions): Promise<boolean> {
    this.#written = undefined
    if ((await this.#repository.treeOf(this.#base, options)) !== undefined) return false
    await fetchParent(this.#repository, this.#options, this.#base, options)
    await this.#repository.updateRef(this.#options.keepRef, this.#base, options)
    return true
  }

  /** Edits take turns: one looks at the tree and changes it after, and must not find another in between. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  #writeTree(signal?: AbortSignal): Promise<string> {
    return this.#inTurn(() => this.#writeTreeNow(signal))
  }

  /** Id of the tree as it stands, written into the cache: search, diff and commit see the same. */
  async #writeTreeNow(signal?: AbortSignal): Promise<string> {
    const { overlay, baseTree } = this.#tree
    const { version } = overlay
    const { writer, generation } = this.#repository
    const written = this.#written
    if (written?.version === version && written.generation === generation) return written.tree
    const entries = overlay.entries()
    await Promise.all(entries.map(([, file]) => file && writer.write('blob', file.content)))
    const tree = await editTree(this.#options.trees, writer, baseTree, new Map(entries), signal)
    this.#written = { version, generation, tree }
    return tree
  }

  async #standOn(commit: string, options: CallOptions): Promise<void> {
    const tree = await this.#repository.treeOf(commit, options)
    if (tree === undefined) throw new DocentError('internal', `The cache has no commit ${commit}.`)
    await this.#repository.updateRef(this.#options.keepRef, commit, options)
    this.#base = commit
    this.#tree.stand(tree)
    this.#written = undefined
  }
}
