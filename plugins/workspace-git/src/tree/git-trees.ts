import type { WorkspaceFile } from '@docent/core/plugin'
import { type BareRepository, Coalesce, GitError, parseTree, rawName, type TreeEntry } from '@docent/git'
import { MemoryLru } from '../cache/memory-lru.ts'

export interface Located {
  /** What stands at the path; undefined when nothing does. */
  entry?: TreeEntry
  /** The part of the path that is no folder, when one is in the way. */
  blockedBy?: { path: string; entry: TreeEntry }
}

/**
 * Reads trees of one cached repository. A path is found by reading the few tree objects on its way, so that a first
 * read costs the same in a large repository; only listing everything runs `ls-tree`. Trees never change, so both are
 * kept by id, within a bound of memory shared by all repositories.
 */
export class GitTrees {
  readonly #repository: BareRepository
  readonly #cache: TreeCache

  constructor(repository: BareRepository, cache: TreeCache) {
    this.#repository = repository
    this.#cache = cache
  }

  /** What a tree holds at a path. */
  async locate(tree: string, path: string, signal?: AbortSignal): Promise<Located> {
    const parts = path.split('/')
    let folder = await this.folder(tree, signal)
    for (const [index, part] of parts.entries()) {
      const entry = folder.get(rawName(part))
      if (!entry) return {}
      if (index === parts.length - 1) return { entry }
      if (entry.kind !== 'folder') return { blockedBy: { path: parts.slice(0, index + 1).join('/'), entry } }
      folder = await this.folder(entry.id, signal)
    }
    return {}
  }

  /** Entries of one tree object, by raw name. Not to be changed. */
  async folder(tree: string, signal?: AbortSignal): Promise<ReadonlyMap<string, TreeEntry>> {
    const known = this.#cache.folders.get(tree)
    if (known) return known
    const object = await this.#repository.objects.contents(tree, signal)
    if (object?.type !== 'tree') {
      throw new GitError({
        command: 'cat-file',
        kind: 'not-found',
        exitCode: null,
        stderr: `no tree ${tree}`,
      })
    }
    const entries = parseTree(object.content, tree.length / 2)
    this.#cache.folders.set(tree, entries, 200 + entries.size * 200)
    return entries
  }

  /** Every file of a tree, sorted by path. Not to be changed. */
  async list(tree: string, signal?: AbortSignal): Promise<readonly WorkspaceFile[]> {
    const known = this.#cache.listings.get(tree)
    if (known) return known
    let reading = this.#cache.reading.get(tree)
    if (!reading) {
      // Workspaces that open at once list once. A failure is not kept.
      reading = new Coalesce((_, common) => this.#list(tree, common))
      this.#cache.reading.set(tree, reading)
    }
    try {
      return await reading.ask(undefined, signal)
    } finally {
      this.#cache.reading.delete(tree)
    }
  }

  async #list(tree: string, signal: AbortSignal): Promise<readonly WorkspaceFile[]> {
    const known = this.#cache.listings.get(tree)
    if (known) return known
    const listed = await this.#repository.lsTree(tree, { signal })
    const files: WorkspaceFile[] = []
    let bytes = 200
    for (const [path, { kind }] of listed) {
      if (kind === 'folder') continue
      files.push({ path, kind })
      bytes += 100 + path.length
    }
    files.sort(byPath)
    this.#cache.listings.set(tree, files, bytes)
    return files
  }
}

/** Memory of all repositories' trees. */
export interface TreeCache {
  folders: MemoryLru<Map<string, TreeEntry>>
  listings: MemoryLru<readonly WorkspaceFile[]>
  /** Listings under way, by tree. */
  reading: Map<string, Coalesce<undefined, readonly WorkspaceFile[]>>
}

export function createTreeCache(bytes: number): TreeCache {
  return { folders: new MemoryLru(bytes / 2), listings: new MemoryLru(bytes / 2), reading: new Map() }
}

/** By UTF-16 code units, the same everywhere, unlike a locale's order. */
export function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
