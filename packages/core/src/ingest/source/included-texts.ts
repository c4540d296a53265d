import type { CallOptions } from '../../ports/call-options.ts'
import type { SourceFile } from '../../ports/docs-source.ts'

/** Of all files that one page takes texts from. */
const MOST_BYTES = 4_000_000
const MOST_FILES = 1_000

/** What one page may take texts from, as far as it is known. */
export interface PageIncludes {
  included: ReadonlyMap<string, Uint8Array>
  isComplete: boolean
}

/** The contents of a snapshot's files that pages take texts from, each read once. */
export class IncludedTexts {
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #contents = new Map<string, Promise<Uint8Array>>()

  constructor(files: readonly SourceFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]))
  }

  /** Of those that exist. */
  hashes(paths: readonly string[]): string[] {
    return paths.map((path) => this.#files.get(path)?.hash ?? 'gone')
  }

  /** With the contents of further files; complete when these are more than one page may take. */
  async with(known: PageIncludes, paths: readonly string[], options: CallOptions): Promise<PageIncludes> {
    const included = new Map(known.included)
    for (const path of paths) {
      if (!this.#files.has(path)) continue
      const content = await this.#read(path, options)
      const bytes = [...included.values()].reduce(
        (sum, { byteLength }) => sum + byteLength,
        content.byteLength,
      )
      if (bytes > MOST_BYTES || included.size >= MOST_FILES) return { included, isComplete: true }
      included.set(path, content)
    }
    return { included, isComplete: false }
  }

  #read(path: string, options: CallOptions): Promise<Uint8Array> {
    const known = this.#contents.get(path)
    if (known !== undefined) return known
    const content = this.#load(path, options)
    this.#contents.set(path, content)
    // Don't cache a failure: the next run tries again.
    content.catch(() => this.#contents.delete(path))
    return content
  }

  async #load(path: string, options: CallOptions): Promise<Uint8Array> {
    return (await this.#files.get(path)?.read(options)) ?? new Uint8Array()
  }
}
