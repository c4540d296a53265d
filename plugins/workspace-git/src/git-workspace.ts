import {
  type CallOptions,
  type ChangeSummary,
  type CommitRequest,
  DocentError,
  type FileChange,
  type PublishIntent,
  type PushResult,
  type SearchRequest,
  type SearchResult,
  type Workspace,
  type WorkspaceFile,
} from '@docent/core'
import { type BareRepository, objectId, type RemoteSource } from '@docent/git'
import { adoptConflict } from './adopt-conflict.ts'
import { parseSummary } from './change-summary.ts'
import { commitOfIntent } from './commit-object.ts'
import { editTree } from './edit-tree.ts'
import { fetchParent } from './fetch-parent.ts'
import { byPath, type GitTrees } from './git-trees.ts'
import { grepTree } from './grep.ts'
import { mapRemoteError } from './map-error.ts'
import type { GitWorkspacesSettings } from './options.ts'
import { publish } from './publish.ts'
import { searchPaths } from './search-paths.ts'
import { assertWorkspacePath } from './workspace-path.ts'
import { WorkspaceTree } from './workspace-tree.ts'

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
  #written: { version: number; tree: string } | undefined
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
    const prefix = options.prefix?.replace(/\/+$/, '') ?? ''
    if (prefix !== '') assertWorkspacePath(prefix)
    const start = prefix === '' ? '' : `${prefix}/`
    const { overlay } = this.#tree
    const files = (await this.#tree.baseFiles(options.signal)).filter(
      ({ path }) => path.startsWith(start) && overlay.get(path) === undefined,
    )
    for (const [path, file] of overlay.entries()) {
      if (file && path.startsWith(start)) files.push({ path, kind: file.kind })
    }
    return files.map((file) => ({ ...file })).sort(byPath)
  }

  async read(path: string, options: CallOptions = {}): Promise<Uint8Array | undefined> {
    this.#begin(options)
    assertWorkspacePath(path)
    return this.#tree.read(path, options.signal)
  }

  async readBase(path: string, options: CallOptions = {}): Promise<Uint8Array | undefined> {
    this.#begin(options)
    assertWorkspacePath(path)
    return this.#tree.readBase(path, options.signal)
  }

  async search(request: SearchRequest, options: CallOptions = {}): Promise<SearchResult> {
    this.#begin(options)
    const paths = (request.paths ?? []).map((path) => path.replace(/\/+$/, ''))
    const exists = new Set<string>()
    for (const path of paths) {
      assertWorkspacePath(path)
      if ((await this.#tree.kindAt(path, options.signal)) !== undefined) exists.add(path)
    }
    const { signal } = options
    return grepTree(this.#repository, await this.#writeTree(signal), request, {
      timeoutMs: this.#options.settings.searchTimeoutMs,
      ...searchPaths(paths, exists),
      ...(signal ? { signal } : {}),
    })
  }

  async write(path: string, content: Uint8Array | string, options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    assertWorkspacePath(path)
    // A copy: the caller may go on using its buffer.
    const bytes = Buffer.from(content)
    await this.#inTurn(() => this.#tree.write(path, bytes, options.signal))
  }

  async move(from: string, to: string, options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    assertWorkspacePath(from)
    assertWorkspacePath(to)
    await this.#inTurn(() => this.#tree.move(from, to, options.signal))
  }

  async delete(path: string, options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    assertWorkspacePath(path)
    await this.#inTurn(() => this.#tree.delete(path, options.signal))
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
    const args = ['diff-tree', '-r', '-M', '-z', '--raw', '--numstat', this.#tree.baseTree]
    return parseSummary(await this.#git([...args, await this.#writeTree(options.signal)], options))
  }

  async diff(options: CallOptions = {}): Promise<string> {
    this.#begin(options)
    const args = [
      'diff-tree',
      '-p',
      '-M',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      this.#tree.baseTree,
    ]
    return (await this.#git([...args, await this.#writeTree(options.signal)], options)).toString('utf8')
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
    await this.#inTurn(() => this.#tree.restore(last, options.signal))
  }

  async reset(options: CallOptions = {}): Promise<void> {
    this.#begin(options)
    await this.#inTurn(async () => this.#tree.overlay.clear())
  }

  async commit(request: CommitRequest, options: CallOptions = {}): Promise<PublishIntent> {
    this.#begin(options)
    return this.#inTurn(async () => {
      const tree = await this.#writeTreeNow(options.signal)
      if (tree === this.#tree.baseTree) {
        throw new DocentError('invalid_request', 'There is nothing to commit: no file differs from the base.')
      }
      const { message, author, date } = request
      const intent = { parent: this.#base, tree, message, author: { ...author }, date }
      const commit = await this.#repository.writer.write('commit', commitOfIntent(intent))
      return { commit, ...intent, branch: this.#options.branch }
    })
  }

  async push(intent: PublishIntent, options: CallOptions = {}): Promise<PushResult> {
    this.#begin(options)
    const { remote, isForked, settings, random, trees } = this.#options
    const { signal } = options
    return this.#inTurn(async () => {
      try {
        await this.#rebuild(intent, options)
        const published = await publish(this.#repository, remote, intent, {
          attempts: settings.pushAttempts,
          isFork: isForked,
          random,
          ...(signal ? { signal } : {}),
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
    if (this.#written?.version === version) return this.#written.tree
    const entries = overlay.entries()
    const { writer } = this.#repository
    await Promise.all(entries.map(([, file]) => file && writer.write('blob', file.content)))
    const tree = await editTree(this.#options.trees, writer, baseTree, new Map(entries), signal)
    this.#written = { version, tree }
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

  /** Makes sure that the cache has the intent's commit: it may be another machine's, or pruned since. */
  async #rebuild(intent: PublishIntent, options: CallOptions): Promise<void> {
    const content = commitOfIntent(intent)
    if (objectId('commit', content) !== intent.commit) {
      throw new DocentError('internal', 'The recorded publish intent does not make the commit that it names.')
    }
    await fetchParent(this.#repository, this.#options, intent.parent, options)
    if (await this.#repository.resolve(intent.commit, options)) return
    const { objects, writer } = this.#repository
    const hasTree = (await objects.info(intent.tree, options.signal)) !== undefined
    if (!hasTree && (await this.#writeTreeNow(options.signal)) !== intent.tree) {
      throw new DocentError(
        'internal',
        'The cache lost the tree of the publish intent: restore the recorded changes on its parent, then push again.',
      )
    }
    await writer.write('commit', content)
  }

  async #git(args: readonly string[], options: CallOptions): Promise<Buffer> {
    return (await this.#repository.git(args, options.signal ? { signal: options.signal } : {})).stdout
  }
}
