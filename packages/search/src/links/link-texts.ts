import { Turns } from '../turns.ts'
import { hashTerm } from '../words/passage-terms.ts'
import { LinkTargets, type PageAddress } from './link-targets.ts'
import type { PageLink } from './page-links.ts'

/** What other pages call a page. */
export interface LinkText {
  /** The different terms, as hashes. */
  readonly terms: Uint32Array
  /** How many pages call it so. */
  readonly pages: number
}

/** A page, and where it links to (see `pageLinks`). */
export interface LinkingPage extends PageAddress {
  readonly links: readonly PageLink[]
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

  /**
   * Reads the links of all pages: 100 ms at 4,000 pages, with turns for other work between batches.
   *
   * @param mentions see `countMentions`
   */
  static async count(
    pages: readonly LinkingPage[],
    mentions: ReadonlyMap<string, number>,
    signal?: AbortSignal,
  ): Promise<LinkTexts> {
    const turns = new Turns(signal)
    const targets = new LinkTargets(pages)
    const counts = new Map<string, Map<string, number>>()
    for (const { links, ...from } of pages) {
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
    return new LinkTexts(new Map([...counts].map(([path, texts]) => [path, mostFrequent(texts)])), mentions)
  }

  static decode(text: string): LinkTexts {
    const stored: [string, [number, number[]][], number][] = JSON.parse(text)
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

  encode(): string {
    const stored = [...new Set([...this.#byPath.keys(), ...this.#mentions.keys()])].map((page) => [
      page,
      this.of(page).map(({ pages, terms }) => [pages, [...terms]]),
      this.mentionsOf(page),
    ])
    return JSON.stringify(stored)
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
