import { DocentError, type WorkspaceFile } from '@docent/core/plugin'
import { type BareRepository, type EntryKind, formatOfId, objectId, type TreeEntry } from '@docent/git'
import type { GitTrees } from './git-trees.ts'
import { Overlay, type OverlayFile } from './overlay.ts'

export interface WorkspaceTreeLimits {
  maxFileBytes: number
  maxChangedBytes: number
  maxReadBytes: number
}

/** What a path becomes; `content` null deletes it. */
export interface RestoredFile {
  content: Buffer | null
  executable?: boolean
}

/**
 * A tree with changes over it, and the rules of what may be changed. A moved file keeps its executable bit, and what is
 * written to a path has the one of the file there, or of the base's. Callers check the form of paths, and make edits
 * one after the other.
 */
export class WorkspaceTree {
  readonly overlay: Overlay = new Overlay()
  readonly #repository: BareRepository
  readonly #trees: GitTrees
  readonly #limits: WorkspaceTreeLimits
  #baseTree: string

  constructor(repository: BareRepository, trees: GitTrees, baseTree: string, limits: WorkspaceTreeLimits) {
    this.#repository = repository
    this.#trees = trees
    this.#baseTree = baseTree
    this.#limits = limits
  }

  get baseTree(): string {
    return this.#baseTree
  }

  /** Stands on another tree, without changes. */
  stand(tree: string): void {
    this.#baseTree = tree
    this.overlay.clear()
  }

  baseFiles(signal?: AbortSignal): Promise<readonly WorkspaceFile[]> {
    return this.#trees.list(this.#baseTree, signal)
  }

  async read(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const base = await this.#base(path, signal)
    const changed = this.overlay.get(path)
    if (changed !== undefined) return changed ? Uint8Array.from(changed.content) : undefined
    return this.#content(base, signal)
  }

  async readBase(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    return this.#content(await this.#base(path, signal), signal)
  }

  /** What stands at a path, the changes included; undefined when nothing does. */
  async kindAt(path: string, signal?: AbortSignal): Promise<EntryKind | undefined> {
    const base = await this.#base(path, signal)
    const changed = this.overlay.get(path)
    if (changed) return changed.kind
    if (this.overlay.below(path).written > 0) return 'folder'
    if (changed === null || !base) return undefined
    if (base.kind !== 'folder') return base.kind
    const { deleted } = this.overlay.below(path)
    if (deleted === 0) return 'folder'
    // Deleted file by file: the folder is gone with the last of them.
    const files = (await this.baseFiles(signal)).filter((file) => file.path.startsWith(`${path}/`))
    return files.length > deleted ? 'folder' : undefined
  }

  async write(path: string, content: Buffer, signal?: AbortSignal): Promise<void> {
    await this.#place(path, content, undefined, signal)
  }

  async delete(path: string, signal?: AbortSignal): Promise<void> {
    await this.#file(path, signal)
    await this.#remove(path, signal)
  }

  async move(from: string, to: string, signal?: AbortSignal): Promise<void> {
    const kind = await this.#file(from, signal)
    if (from === to || (await this.kindAt(to, signal)) !== undefined) throw refuse(to, 'exists already')
    const content = await this.read(from, signal)
    if (!content) throw refuse(from, 'does not exist')
    const before = this.overlay.get(from)
    await this.#remove(from, signal)
    try {
      await this.#place(to, Buffer.from(content), kind, signal)
    } catch (error) {
      if (before === undefined) this.overlay.drop(from)
      else this.overlay.set(from, before)
      throw error
    }
  }

  /** Lays changes over what is there: deletions first, so that a file may take the place of a folder. All or nothing. */
  async restore(changes: ReadonlyMap<string, RestoredFile>, signal?: AbortSignal): Promise<void> {
    const before = this.overlay.entries()
    try {
      const moved = new Set<string>()
      for (const [path, { content }] of changes) {
        if (content !== null) continue
        const base = await this.#base(path, signal)
        if (base?.kind === 'executable') moved.add(base.id)
        const kind = await this.kindAt(path, signal)
        if (kind === 'file' || kind === 'executable') await this.#remove(path, signal)
        else if (kind === 'symlink' || kind === 'submodule')
          throw refuse(path, `is a ${kind}, which is never changed`)
      }
      for (const [path, { content, executable }] of changes) {
        if (content === null) continue
        // An old record does not say: what an executable file was moved to, with its bytes, is one.
        const isExecutable = executable ?? (moved.has(this.#blobId(content)) || undefined)
        const kind = isExecutable === undefined ? undefined : isExecutable ? 'executable' : 'file'
        await this.#place(path, content, kind, signal)
      }
    } catch (error) {
      this.overlay.clear()
      for (const [path, file] of before) this.overlay.set(path, file)
      throw error
    }
  }

  /** Kind of the file at a path. @throws DocentError `invalid_request` when there is no file that may be changed. */
  async #file(path: string, signal?: AbortSignal): Promise<'file' | 'executable'> {
    const kind = await this.kindAt(path, signal)
    if (kind === 'file' || kind === 'executable') return kind
    if (kind === undefined) throw refuse(path, 'does not exist')
    throw refuse(
      path,
      kind === 'folder' ? 'is a folder: name its files' : `is a ${kind}, which is never changed`,
    )
  }

  async #place(path: string, content: Buffer, kind: OverlayFile['kind'] | undefined, signal?: AbortSignal) {
    const { maxFileBytes, maxChangedBytes } = this.#limits
    if (content.length > maxFileBytes) throw refuse(path, `would be larger than ${maxFileBytes} bytes`)
    const above = this.overlay.fileAbove(path) ?? (await this.#baseFileAbove(path, signal))
    if (above !== undefined) throw refuse(path, `cannot be there: ${above} is a file`)
    const now = await this.kindAt(path, signal)
    if (now === 'folder') throw refuse(path, 'is a folder')
    if (now === 'symlink' || now === 'submodule') throw refuse(path, `is a ${now}, which is never changed`)
    const changed = this.overlay.get(path)
    if (this.overlay.bytes - (changed?.content.length ?? 0) + content.length > maxChangedBytes) {
      throw refuse(path, `would make the changes larger than ${maxChangedBytes} bytes together`)
    }
    const base = await this.#base(path, signal)
    const file = { kind: kind ?? now ?? fileKind(base) ?? 'file', id: this.#blobId(content), content }
    if (base && base.id === file.id && base.kind === file.kind) this.overlay.drop(path)
    else this.overlay.set(path, file)
  }

  #blobId(content: Uint8Array): string {
    return objectId('blob', content, formatOfId(this.#baseTree))
  }

  async #remove(path: string, signal?: AbortSignal): Promise<void> {
    if (fileKind(await this.#base(path, signal))) this.overlay.set(path, null)
    else this.overlay.drop(path)
  }

  /** The base's entry. @throws DocentError `invalid_request` when the way to it leads through a symlink or submodule. */
  async #base(path: string, signal?: AbortSignal): Promise<TreeEntry | undefined> {
    const { entry, blockedBy } = await this.#trees.locate(this.#baseTree, path, signal)
    const kind = blockedBy?.entry.kind
    if (blockedBy && (kind === 'symlink' || kind === 'submodule')) {
      throw refuse(path, `leads through ${blockedBy.path}, which is a ${kind}`)
    }
    return entry
  }

  async #baseFileAbove(path: string, signal?: AbortSignal): Promise<string | undefined> {
    const { blockedBy } = await this.#trees.locate(this.#baseTree, path, signal)
    return blockedBy && this.overlay.get(blockedBy.path) !== null ? blockedBy.path : undefined
  }

  async #content(entry: TreeEntry | undefined, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    if (!entry || !fileKind(entry)) return undefined
    const { objects } = this.#repository
    const info = await objects.info(entry.id, signal)
    if (info && info.size > this.#limits.maxReadBytes) {
      throw new DocentError('invalid_request', `The file is larger than ${this.#limits.maxReadBytes} bytes.`)
    }
    const object = await objects.contents(entry.id, signal)
    if (!object)
      throw new DocentError('internal', `The cache of ${this.#repository.url} has lost a file.`, {
        isRetryable: true,
      })
    return object.content
  }
}

function fileKind(entry: TreeEntry | undefined): OverlayFile['kind'] | undefined {
  return entry?.kind === 'file' || entry?.kind === 'executable' ? entry.kind : undefined
}

function refuse(path: string, reason: string): DocentError {
  return new DocentError('invalid_request', `${JSON.stringify(path)} ${reason}.`)
}
