import type { CodeRepository } from '../repository/code-repository.ts'
import { keyOf } from '../text/terms.ts'

const WORD = /[\p{L}\p{N}_$]+(?:-[\p{L}\p{N}_$]+)*/gu
/** Longer lines are data. */
const LONGEST_WORD = 100
/** Files without names of people's making. */
const NOT_READ =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build)\/|\.(?:lock|min\.\w+|map|svg|snap|csv|po)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum|CHANGELOG[^/]*)$/i

/** Finds wanted names in files, each text once. */
export class CodeKeys {
  readonly #ofBlob = new Map<string, readonly string[]>()
  readonly #ofWord = new Map<string, string | undefined>()

  constructor(
    private readonly repository: CodeRepository,
    private readonly wanted: ReadonlySet<string>,
  ) {}

  /** Wanted keys that files have, each with one of the files. */
  async of(
    files: readonly (readonly [path: string, id: string])[],
    signal?: AbortSignal,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const [path, id] of files) {
      if (NOT_READ.test(path)) continue
      signal?.throwIfAborted()
      for (const key of await this.#read(id)) if (!found.has(key)) found.set(key, path)
      // The names of files are names, too.
      for (const part of path.split(/[/.]/)) {
        const key = keyOf(part)
        if (this.wanted.has(key) && !found.has(key)) found.set(key, path)
      }
    }
    return found
  }

  async #read(id: string): Promise<readonly string[]> {
    const known = this.#ofBlob.get(id)
    if (known !== undefined) return known
    const found = new Set<string>()
    for (const word of ((await this.repository.text(id)) ?? '').match(WORD) ?? []) {
      if (word.length > LONGEST_WORD) continue
      const key = this.#keyOf(word)
      if (key !== undefined) found.add(key)
    }
    const keys = [...found]
    this.#ofBlob.set(id, keys)
    return keys
  }

  #keyOf(word: string): string | undefined {
    if (this.#ofWord.has(word)) return this.#ofWord.get(word)
    const key = keyOf(word)
    const wanted = this.wanted.has(key) ? key : undefined
    if (this.#ofWord.size > 500_000) this.#ofWord.clear()
    // A copy: a part of a text would keep the whole text in memory.
    this.#ofWord.set(Buffer.from(word).toString(), wanted)
    return wanted
  }
}
