import type { TreeEntry } from '@docent/git'

export interface OverlayFile extends TreeEntry {
  kind: 'file' | 'executable'
  content: Uint8Array
}

/**
 * The unpublished changes of a workspace: path → the file it became, or null when it was deleted. Only real changes
 * against the base are in it: its owner drops what became the base's again. Counts by folder, so that asking whether a
 * folder holds anything costs no walk.
 */
export class Overlay {
  readonly #files = new Map<string, OverlayFile | null>()
  readonly #written = new Map<string, number>()
  readonly #deleted = new Map<string, number>()
  #bytes = 0
  #version = 0

  /** Changes with every edit. */
  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#files.size
  }

  /** Of all written files together. */
  get bytes(): number {
    return this.#bytes
  }

  /** The changed file; null when deleted; undefined when the base's counts. */
  get(path: string): OverlayFile | null | undefined {
    return this.#files.get(path)
  }

  set(path: string, file: OverlayFile | null): void {
    this.drop(path)
    this.#files.set(path, file)
    this.#bytes += file?.content.length ?? 0
    this.#count(path, file, 1)
  }

  /** Goes back to the base's. */
  drop(path: string): void {
    const file = this.#files.get(path)
    this.#version++
    if (file === undefined) return
    this.#files.delete(path)
    this.#bytes -= file?.content.length ?? 0
    this.#count(path, file, -1)
  }

  clear(): void {
    this.#files.clear()
    this.#written.clear()
    this.#deleted.clear()
    this.#bytes = 0
    this.#version++
  }

  /** Written and deleted files below a folder. */
  below(folder: string): { written: number; deleted: number } {
    return { written: this.#written.get(folder) ?? 0, deleted: this.#deleted.get(folder) ?? 0 }
  }

  /** The written file that stands where a folder of this path would have to be. */
  fileAbove(path: string): string | undefined {
    return foldersOf(path).find((folder) => this.#files.get(folder))
  }

  /** Sorted by path. */
  entries(): [string, OverlayFile | null][] {
    return [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  #count(path: string, file: OverlayFile | null, by: 1 | -1): void {
    const counts = file ? this.#written : this.#deleted
    for (const folder of foldersOf(path)) {
      const count = (counts.get(folder) ?? 0) + by
      if (count === 0) counts.delete(folder)
      else counts.set(folder, count)
    }
  }
}

/** `a/b/c` → `a`, `a/b`. */
function foldersOf(path: string): string[] {
  const folders: string[] = []
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at))
  return folders
}
