import { readFile } from 'node:fs/promises'
import type { Table } from '@lancedb/lancedb'
import { writeSynced } from '../tables/synced-file.ts'
import { hashTerm } from '../words/passage-terms.ts'
import { LinkTargets } from './link-targets.ts'
import { readPageLinks } from './page-links.ts'

/** What other pages call a page. */
export interface LinkText {
  /** The different terms, as hashes. */
  readonly terms: Uint32Array
  /** How many pages call it so. */
  readonly pages: number
}

/** Texts kept of one page, the most frequent: hundreds of pages may link to a start page, each in other words. */
const MOST_TEXTS = 64

/** The texts of the links between pages, by the page they lead to. */
export class LinkTexts {
  readonly #byPath: ReadonlyMap<string, readonly LinkText[]>

  private constructor(byPath: ReadonlyMap<string, readonly LinkText[]>) {
    this.#byPath = byPath
  }

  static readonly none = () => new LinkTexts(new Map())

  /** Reads the links of all pages: 50 ms at 4,000 pages, with turns for other work between batches. */
  static async count(pages: Table, signal?: AbortSignal): Promise<LinkTexts> {
    const rows: { path: string; file: string; links: string }[] = []
    for await (const batch of pages.query().select(['path', 'file', 'links'])) {
      signal?.throwIfAborted()
      const [paths, files, links] = ['path', 'file', 'links'].map((name) => batch.getChild(name))
      for (let row = 0; row < batch.numRows; row++)
        rows.push({ path: paths?.get(row), file: files?.get(row), links: links?.get(row) })
    }
    const targets = new LinkTargets(rows)
    const counts = new Map<string, Map<string, number>>()
    for (const { links, ...from } of rows) {
      const seen = new Set<string>()
      for (const [target, terms] of readPageLinks(links)) {
        const path = targets.find(target, from)
        const text = terms.join(' ')
        if (path === undefined || seen.has(`${path} ${text}`)) continue
        seen.add(`${path} ${text}`)
        const texts = counts.get(path) ?? new Map<string, number>()
        counts.set(path, texts.set(text, (texts.get(text) ?? 0) + 1))
      }
    }
    return new LinkTexts(new Map([...counts].map(([path, texts]) => [path, mostFrequent(texts)])))
  }

  static async load(path: string): Promise<LinkTexts> {
    const stored: [string, [number, number[]][]][] = JSON.parse(await readFile(path, 'utf8'))
    return new LinkTexts(
      new Map(
        stored.map(([page, texts]) => [
          page,
          texts.map(([pages, terms]) => ({ pages, terms: Uint32Array.from(terms) })),
        ]),
      ),
    )
  }

  /** On disk when it resolves. */
  async store(path: string): Promise<void> {
    const stored = [...this.#byPath].map(([page, texts]) => [
      page,
      texts.map(({ pages, terms }) => [pages, [...terms]]),
    ])
    await writeSynced(path, [JSON.stringify(stored)])
  }

  /** What other pages call the page at this path. */
  of(path: string): readonly LinkText[] {
    return this.#byPath.get(path) ?? []
  }
}

function mostFrequent(texts: ReadonlyMap<string, number>): LinkText[] {
  return [...texts]
    .sort(([, first], [, second]) => second - first)
    .slice(0, MOST_TEXTS)
    .map(([text, pages]) => ({ pages, terms: Uint32Array.from(text.split(' '), hashTerm) }))
}
