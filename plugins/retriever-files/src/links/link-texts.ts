import { readFile } from 'node:fs/promises'
import { writeSynced } from '../files/synced-file.ts'
import { Turns } from '../files/turns.ts'
import type { SegmentView } from '../segments/segment-view.ts'
import { hashTerm } from '../words/passage-terms.ts'
import { LinkTargets } from './link-targets.ts'
import { countMentions } from './mentions.ts'
import type { PageLink } from './page-links.ts'

/** What other pages call a page. */
export interface LinkText {
  /** The different terms, as hashes. */
  readonly terms: Uint32Array
  /** How many pages call it so. */
  readonly pages: number
}

/** Texts kept of one page, the most frequent: hundreds of pages may link to a start page, each in other words. */
const MOST_TEXTS = 64

/** The texts of the links between pages, by the page they lead to, and how many pages write the name that a page is about. */
export class LinkTexts {
  readonly #byPath: ReadonlyMap<string, readonly LinkText[]>
  readonly #mentions: ReadonlyMap<string, number>

  private constructor(
    byPath: ReadonlyMap<string, readonly LinkText[]>,
    mentions: ReadonlyMap<string, number>,
  ) {
    this.#byPath = byPath
    this.#mentions = mentions
  }

  /** Reads the links and names of all pages: 100 ms at 4,000 pages, with turns for other work between batches. */
  static async count(views: readonly SegmentView[], signal?: AbortSignal): Promise<LinkTexts> {
    const turns = new Turns(signal)
    const rows: { path: string; file: string; links: readonly PageLink[] }[] = []
    for (const view of views) {
      const links = await view.segment.links(turns)
      for (const [page, { path, file }] of (await view.segment.heads(turns)).entries())
        if (view.hasPage(page)) rows.push({ path, file, links: links[page] ?? [] })
    }
    const targets = new LinkTargets(rows)
    const counts = new Map<string, Map<string, number>>()
    for (const { links, ...from } of rows) {
      if (turns.isOver) await turns.next()
      const seen = new Set<string>()
      for (const [target, terms] of links) {
        const path = targets.find(target, from)
        const text = terms.join(' ')
        if (path === undefined || seen.has(`${path} ${text}`)) continue
        seen.add(`${path} ${text}`)
        const texts = counts.get(path) ?? new Map<string, number>()
        counts.set(path, texts.set(text, (texts.get(text) ?? 0) + 1))
      }
    }
    const byPath = new Map([...counts].map(([path, texts]) => [path, mostFrequent(texts)]))
    return new LinkTexts(byPath, await countMentions(views, signal))
  }

  static async load(path: string): Promise<LinkTexts> {
    const stored: [string, [number, number[]][], number][] = JSON.parse(await readFile(path, 'utf8'))
    return new LinkTexts(
      new Map(
        stored.map(([page, texts]) => [
          page,
          texts.map(([pages, terms]) => ({ pages, terms: Uint32Array.from(terms) })),
        ]),
      ),
      new Map(stored.flatMap(([page, , mentions]) => (mentions > 0 ? [[page, mentions]] : []))),
    )
  }

  /** On disk when it resolves. */
  async store(path: string): Promise<void> {
    const stored = [...new Set([...this.#byPath.keys(), ...this.#mentions.keys()])].map((page) => [
      page,
      this.of(page).map(({ pages, terms }) => [pages, [...terms]]),
      this.mentionsOf(page),
    ])
    await writeSynced(path, [JSON.stringify(stored)])
  }

  /** What other pages call the page at this path. */
  of(path: string): readonly LinkText[] {
    return this.#byPath.get(path) ?? []
  }

  /** How many other pages write the name that is the page's title: an option, a function, a command. */
  mentionsOf(path: string): number {
    return this.#mentions.get(path) ?? 0
  }
}

function mostFrequent(texts: ReadonlyMap<string, number>): LinkText[] {
  return [...texts]
    .sort(([, first], [, second]) => second - first)
    .slice(0, MOST_TEXTS)
    .map(([text, pages]) => ({ pages, terms: Uint32Array.from(text.split(' '), hashTerm) }))
}
