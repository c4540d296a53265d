import {
  type Attributes,
  allTerms,
  countMentions,
  decodeTerms,
  FIELDS,
  type LinkingPage,
  LinkTexts,
  type PageLink,
  type PageNames,
  type PassageTerms,
  TermStatistics,
  Turns,
} from '@docent/search'
import type { Table } from '@lancedb/lancedb'
import type { Row } from '../storage/database.ts'
import { factTerm } from '../storage/fact-term.ts'

/** What a revision says of all its pages and passages. */
export interface Counted {
  readonly pages: number
  readonly passages: number
  readonly counts: Row
  readonly terms: Row[]
}

export interface CountRequest {
  readonly pages: Table
  readonly passages: Table
  /** By their numbers. */
  readonly kinds: readonly Attributes[]
  readonly signal: AbortSignal | undefined
}

/** One pass over the words of all passages, and one over the names and links of all pages. */
export async function countRevision({ pages, passages, kinds, signal }: CountRequest): Promise<Counted> {
  const turns = new Turns(signal)
  const [all, open] = [new Tally(), new Tally()]
  const languages = new Map<string, number>()
  const terms = new TermRows()
  const isOpen = (kind: number) => kinds[kind]?.groups.length === 0
  for await (const row of rowsOf(passages, ['kind', 'terms', 'words'])) {
    if (turns.isOver) await turns.next()
    const found = decodeTerms(row.terms)
    all.add(found)
    if (isOpen(row.kind)) open.add(found)
    const { written = 'en' } = kinds[row.kind] ?? {}
    languages.set(written, (languages.get(written) ?? 0) + 1)
    terms.add('word', JSON.parse(row.words), row.kind)
  }
  const linking: (LinkingPage & { titleName: string })[] = []
  const openNames: PageNames[] = []
  for await (const row of rowsOf(pages, ['kind', 'head', 'links', 'names', 'facts'])) {
    if (turns.isOver) await turns.next()
    const head: { path: string; file: string; titleName: string } = JSON.parse(row.head)
    const links: PageLink[] = JSON.parse(row.links)
    const names: string[] = JSON.parse(row.names)
    const facts: number[] = JSON.parse(row.facts)
    linking.push({ path: head.path, file: head.file, titleName: head.titleName, links })
    terms.add('name', names, row.kind)
    terms.add('name', facts.map(factTerm), row.kind)
    if (isOpen(row.kind)) openNames.push({ path: head.path, names })
  }
  const mentions = await countMentions(linking, each(openNames), signal)
  const links = await LinkTexts.count(linking, mentions, signal)
  return {
    pages: linking.length,
    passages: all.passages,
    terms: terms.rows(),
    counts: {
      statistics: all.encode(),
      open: open.encode(),
      links: links.encode(),
      kinds: JSON.stringify(kinds),
      languages: JSON.stringify(
        [...languages].sort(([, one], [, other]) => other - one).map(([code]) => code),
      ),
    },
  }
}

class Tally {
  passages = 0
  readonly #lengths = { title: 0, headings: 0, path: 0, body: 0 }
  readonly #counts = new Map<number, number>()

  add(terms: PassageTerms): void {
    this.passages++
    for (const field of FIELDS) this.#lengths[field] += terms[field].length
    for (const term of new Set(allTerms(terms))) this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1)
  }

  encode(): Uint8Array {
    const { passages } = this
    return TermStatistics.of({ passages, lengths: this.#lengths, counts: this.#counts }).encode()
  }
}

/** Each word and name once, with the kinds of what has it. */
class TermRows {
  readonly #kinds = { word: new Map<string, Set<number>>(), name: new Map<string, Set<number>>() }

  add(type: 'word' | 'name', terms: readonly string[], kind: number): void {
    for (const term of terms) {
      const kinds = this.#kinds[type].get(term) ?? new Set()
      this.#kinds[type].set(term, kinds.add(kind))
    }
  }

  rows(): Row[] {
    return Object.entries(this.#kinds).flatMap(([type, terms]) =>
      Array.from(terms, ([term, kinds]) => ({
        type,
        term: JSON.stringify(term),
        kinds: JSON.stringify([...kinds]),
      })),
    )
  }
}

/** Batch by batch: all rows together may be larger than memory. */
async function* rowsOf(table: Table, columns: string[]) {
  for await (const batch of table.query().select(columns)) for (const row of batch) yield row
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
