import { keyOf, termsOf } from '../text/terms.ts'

/** A page as it is found by words. */
export interface PageTerms {
  readonly counts: ReadonlyMap<string, number>
  /** Of its headings. */
  readonly headings: ReadonlySet<string>
  readonly length: number
}

const HEADING = /^(?:#{1,6}[ \t].*|={1,6}[ \t].*|title:.*)$/gm
/** Of a question: rarer ones come first. */
const MOST_TERMS = 120
const K = 1.2
const B = 0.6

/** Reads the words of a page once. */
export function pageTerms(text: string): PageTerms {
  const counts = new Map<string, number>()
  const terms = termsOf(text)
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const headings = new Set((text.match(HEADING) ?? []).flatMap(termsOf))
  return { counts, headings, length: terms.length }
}

/** Finds pages by words and names. */
export class PageIndex {
  readonly paths: readonly string[]
  readonly #pages: readonly PageTerms[]
  /** Pages by term. */
  readonly #postings = new Map<string, number[]>()
  readonly #average: number
  /** Pages by the names of their path: the file, and its folder for an index page. */
  readonly #byName = new Map<string, number[]>()

  constructor(pages: ReadonlyMap<string, PageTerms>) {
    this.paths = [...pages.keys()]
    this.#pages = [...pages.values()]
    let total = 0
    for (const [at, page] of this.#pages.entries()) {
      total += page.length
      for (const term of page.counts.keys()) push(this.#postings, term, at)
    }
    this.#average = total / Math.max(1, this.#pages.length)
    for (const [at, path] of this.paths.entries()) {
      const parts = path.split('/').map((part) => part.replace(/\.[a-z]+$/i, ''))
      const isIndex = /^(?:index|readme|_index)$/i.test(parts.at(-1) ?? '')
      const own = isIndex ? parts.at(-2) : parts.at(-1)
      if (own !== undefined) push(this.#byName, keyOf(own), at)
    }
  }

  /** How rare a term is; 0 for one that no page has. */
  rarity(term: string): number {
    const found = this.#postings.get(term)?.length ?? 0
    return found === 0 ? 0 : Math.log(1 + (this.paths.length - found + 0.5) / (found + 0.5))
  }

  /** Pages that have a term. */
  pagesWith(term: string): readonly number[] {
    return this.#postings.get(term) ?? []
  }

  /** Pages whose file, or folder for an index page, is called so. */
  pagesCalled(key: string): readonly number[] {
    return this.#byName.get(key) ?? []
  }

  /**
   * BM25 of pages for weighted terms.
   * @param most terms that more pages have are left out
   */
  search(weights: ReadonlyMap<string, number>, most = Number.POSITIVE_INFINITY): Map<number, number> {
    const scores = new Map<number, number>()
    const terms = [...weights].flatMap(([term, weight]) => {
      const found = this.#postings.get(term)
      return found === undefined || found.length > most
        ? []
        : [{ term, found, worth: weight * this.rarity(term) }]
    })
    if (terms.length > MOST_TERMS) terms.sort((a, b) => b.worth - a.worth)
    for (const { term, found, worth } of terms.slice(0, MOST_TERMS)) {
      for (const at of found) {
        const page = this.#pages[at]
        if (page === undefined) continue
        const count = (page.counts.get(term) ?? 0) + (page.headings.has(term) ? 3 : 0)
        const norm = K * (1 - B + (B * page.length) / this.#average)
        scores.set(at, (scores.get(at) ?? 0) + (worth * count * (K + 1)) / (count + norm))
      }
    }
    return scores
  }
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
