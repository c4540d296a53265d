import { createHash } from 'node:crypto'
import type { CallOptions } from '../../ports/call-options.ts'
import type { SourceFile } from '../../ports/docs-source.ts'

/** Of all files that one page takes texts from. */
const MOST_BYTES = 4_000_000
const MOST_FILES = 1_000

/** What one page may take texts from, as far as it is known. */
export interface PageIncludes {
  included: ReadonlyMap<string, Uint8Array>
  absent: ReadonlySet<string>
  isComplete: boolean
}

export const NOTHING_INCLUDED: PageIncludes = { included: new Map(), absent: new Set(), isComplete: false }

/** A file of the repository that is no documentation, by its path from the documentation folder. */
export type ReadElsewhere = (path: string, options: CallOptions) => Promise<Uint8Array | undefined>

/**
 * The contents that pages take texts from, each read once: files of the snapshot, and others of the same revision, such as
 * code above the documentation folder.
 */
export class IncludedTexts {
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #elsewhere: ReadElsewhere
  readonly #contents = new Map<string, Promise<Uint8Array | undefined>>()
  readonly #hashes = new Map<string, string>()

  constructor(files: readonly SourceFile[], elsewhere: ReadElsewhere = async () => undefined) {
    this.#files = new Map(files.map((file) => [file.path, file]))
    this.#elsewhere = elsewhere
  }

  /** Finds out about the files that the snapshot does not list, so that `hashes` knows them. */
  async lookUp(paths: Iterable<string>, options: CallOptions): Promise<void> {
    for (const path of new Set(paths)) if (!this.#files.has(path)) await this.#read(path, options)
  }

  /** Of those that exist. */
  hashes(paths: readonly string[]): string[] {
    return paths.map((path) => this.#files.get(path)?.hash ?? this.#hashes.get(path) ?? 'gone')
  }

  /** With the contents of further files; complete when these are more than one page may take. */
  async with(known: PageIncludes, paths: readonly string[], options: CallOptions): Promise<PageIncludes> {
    const included = new Map(known.included)
    const absent = new Set(known.absent)
    let bytes = [...included.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
    for (const path of paths) {
      const content = await this.#read(path, options)
      if (content === undefined) {
        absent.add(path)
        continue
      }
      bytes += content.byteLength
      if (bytes > MOST_BYTES || included.size >= MOST_FILES) return { included, absent, isComplete: true }
      included.set(path, content)
    }
    return { included, absent, isComplete: false }
  }

  #read(path: string, options: CallOptions): Promise<Uint8Array | undefined> {
    const known = this.#contents.get(path)
    if (known !== undefined) return known
    const content = this.#load(path, options)
    this.#contents.set(path, content)
    // Don't cache a failure: the next run tries again.
    content.catch(() => this.#contents.delete(path))
    return content
  }

  async #load(path: string, options: CallOptions): Promise<Uint8Array | undefined> {
    const file = this.#files.get(path)
    const content = file === undefined ? await this.#elsewhere(path, options) : await file.read(options)
    if (content !== undefined && file === undefined)
      this.#hashes.set(path, createHash('sha256').update(content).digest('hex'))
    return content
  }
}
