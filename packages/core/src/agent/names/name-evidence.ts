import { type CpuBudget, eachNameKey, type FoundName } from '@docent/content'

import { partsOf } from './name-spellings.ts'

const NAME_CHARACTER = /[\p{L}\p{N}_-]/u

/** Texts that can confirm names, by where they are from: a path, or what people said. */
export class NameEvidence {
  readonly #sources = new Map<string, Set<string>>()
  readonly #texts = new Map<string, string[]>()

  /** @param budget what is added when it is spent confirms nothing */
  constructor(private readonly budget: CpuBudget) {}

  add(source: string, text: string): void {
    const texts = this.#texts.get(source)
    if (texts === undefined) this.#texts.set(source, [text])
    else texts.push(text)
    const keep = (key: string) => {
      const sources = this.#sources.get(key)
      if (sources === undefined) this.#sources.set(key, new Set([source]))
      else sources.add(source)
    }
    eachNameKey(text, keep, this.budget)
  }

  /** True when a source that counts has the name: by one of its keys, by all its parts, or as it is written. */
  has(name: FoundName, keys: readonly string[], counts: (source: string) => boolean): boolean {
    if (keys.some((key) => [...this.#of(key)].some(counts))) return true
    const { text } = name
    const parts = partsOf(name)
    if (parts.length > 0 && this.#together(parts).some(counts)) return true
    for (const [source, texts] of this.#texts)
      if (counts(source) && texts.some((each) => hasWhole(each, text))) return true
    return false
  }

  /** True when one source has both the value and its option. */
  meet(keys: readonly string[], option: readonly string[], counts: (source: string) => boolean): boolean {
    const sources = new Set(option.flatMap((key) => [...this.#of(key)]))
    return keys.some((key) => [...this.#of(key)].some((source) => sources.has(source) && counts(source)))
  }

  keys(): Iterable<string> {
    return this.#sources.keys()
  }

  #of(key: string): ReadonlySet<string> {
    return this.#sources.get(key) ?? new Set()
  }

  #together(parts: readonly string[]): string[] {
    const [first = '', ...rest] = parts
    return [...this.#of(first)].filter((source) => rest.every((part) => this.#of(part).has(source)))
  }
}

/** True when the text stands in the other one as a whole: `--max` is not in `--max-tokens`. */
export function hasWhole(content: string, text: string): boolean {
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + 1)) {
    const opens = NAME_CHARACTER.test(text[0] ?? '')
    if (opens && NAME_CHARACTER.test(content[at - 1] ?? '')) continue
    if (!NAME_CHARACTER.test(content[at + text.length] ?? '')) return true
  }
  return false
}
