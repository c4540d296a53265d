import { addPageNames, type Page, type Passage } from '@docent/content'
import type { Transaction } from '@docent/postgres'
import {
  type Analyzer,
  analyzePassage,
  attributesOf,
  encodeTerms,
  isCorrectable,
  pageHead,
  pageLinks,
  type Turns,
  termFrequencies,
  weighedLength,
} from '@docent/search'
import { spelled, unspelled } from '../schema/spelled.ts'
import type { Kinds } from './kinds.ts'

export interface WrittenPage {
  page: Page
  passages: readonly Passage[]
  hash: string
}

/** Longer names are data, and would not fit into an index of PostgreSQL. */
const LONGEST_NAME = 500

const INSERT_FILES = `
  INSERT INTO docent.search_files (id, project, file, hash, pages, passages, added)
  SELECT f.id, $1, f.file, f.hash, f.pages, f.passages, $2
  FROM unnest($3::bigint[], $4::text[], $5::text[], $6::int[], $7::int[]) AS f(id, file, hash, pages, passages)`
const INSERT_PAGES = `
  INSERT INTO docent.search_pages (id, project, file, path, groups, head, links, names, facts, page)
  SELECT p.id, $1, p.file, p.path, ARRAY(SELECT json_array_elements_text(p.groups::json)), p.head, p.links,
    string_to_array(p.names, E'\\n'), string_to_array(p.facts, ',')::int[], p.page
  FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
    AS p(id, file, path, groups, head, links, names, facts, page)`
const INSERT_PASSAGES = `
  INSERT INTO docent.search_passages (id, file, kind, about, terms, lengths, passage)
  SELECT p.id, p.file, p.kind, p.about, p.terms, string_to_array(p.lengths, ',')::int[], p.passage
  FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::bytea[], $6::text[], $7::text[])
    AS p(id, file, kind, about, terms, lengths, passage)`
const INSERT_POSTINGS = `
  INSERT INTO docent.search_postings (project, term, passage, kind, frequency, length)
  SELECT $1, p.term, p.passage, p.kind, p.frequency, p.length
  FROM unnest($2::int[], $3::bigint[], $4::int[], $5::smallint[], $6::real[]) AS p(term, passage, kind, frequency, length)`
const INSERT_WORDS = `
  INSERT INTO docent.search_words (project, word) SELECT $1, word FROM unnest($2::text[]) AS word ON CONFLICT DO NOTHING`
const INSERT_NAMES = `
  INSERT INTO docent.search_names (project, name) SELECT $1, name FROM unnest($2::text[]) AS name ON CONFLICT DO NOTHING`

/** The rows of some files, in columns, as they are inserted. */
export class FileRows {
  readonly #files: [id: number, file: string, hash: string, pages: number, passages: number][] = []
  readonly #pages: [
    id: number,
    file: number,
    path: string,
    groups: string,
    head: string,
    links: string,
    names: string,
    facts: string,
    page: string,
  ][] = []
  readonly #passages: [
    id: number,
    file: number,
    kind: number,
    about: string,
    terms: Uint8Array,
    lengths: string,
    passage: string,
  ][] = []
  readonly #postings: [number[], number[], number[], number[], number[]] = [[], [], [], [], []]
  readonly #words = new Set<string>()
  readonly #names = new Set<string>()

  get files(): string[] {
    return this.#files.map(([, file]) => unspelled(file))
  }

  get passages(): number {
    return this.#passages.length
  }

  /** @param nextId numbers that no other row has */
  async add(
    file: string,
    pages: readonly WrittenPage[],
    {
      nextId,
      analyzer,
      kinds,
      turns,
    }: { nextId: () => number; analyzer: Analyzer; kinds: Kinds; turns: Turns },
  ): Promise<void> {
    const id = nextId()
    const passages = pages.reduce((sum, page) => sum + page.passages.length, 0)
    this.#files.push([id, spelled(file), spelled(pages[0]?.hash ?? ''), pages.length, passages])
    for (const entry of pages) {
      await this.#addPage(id, nextId(), entry.page, analyzer, turns)
      for (const passage of entry.passages) {
        if (turns.isOver) await turns.next()
        this.#addPassage(id, nextId(), passage, kinds.of(attributesOf(passage, entry.page)), analyzer)
      }
    }
  }

  async #addPage(file: number, id: number, page: Page, analyzer: Analyzer, turns: Turns): Promise<void> {
    const [found, facts] = [new Set<string>(), new Set<number>()]
    for (const _ of addPageNames(page, found, facts)) if (turns.isOver) await turns.next()
    const names = [...found].filter((name) => name.length <= LONGEST_NAME && !/[\0\n]/.test(name))
    for (const name of names) this.#names.add(name)
    const { groups } = attributesOf(page, page)
    this.#pages.push([
      id,
      file,
      spelled(page.path),
      JSON.stringify(groups.map(spelled)),
      JSON.stringify(pageHead(page)),
      JSON.stringify(pageLinks(page, analyzer)),
      names.join('\n'),
      [...facts].join(','),
      JSON.stringify(page),
    ])
  }

  #addPassage(file: number, id: number, passage: Passage, kind: number, analyzer: Analyzer): void {
    const { words, terms } = analyzePassage(passage, analyzer)
    for (const word of words) if (isCorrectable(word)) this.#words.add(word)
    const { pagePath, title, version = '', language = '' } = passage
    const { title: own, headings, path, body } = terms
    this.#passages.push([
      id,
      file,
      kind,
      JSON.stringify([pagePath, title, version, language]),
      Buffer.from(encodeTerms(terms)),
      [own, headings, path, body].map(({ length }) => length).join(','),
      JSON.stringify(passage),
    ])
    const length = weighedLength(terms)
    const [hashes, ids, kinds, frequencies, lengths] = this.#postings
    for (const [hash, frequency] of termFrequencies(terms)) {
      hashes.push(hash)
      ids.push(id)
      kinds.push(kind)
      frequencies.push(frequency)
      lengths.push(length)
    }
  }

  /** @param isKnown words and names that the writer has inserted before */
  async insert(
    transaction: Transaction,
    project: number,
    sequence: number,
    known: { readonly words: Set<string>; readonly names: Set<string> },
  ): Promise<void> {
    const words = [...this.#words].filter((word) => !known.words.has(word))
    const names = [...this.#names].filter((name) => !known.names.has(name))
    await Promise.all([
      transaction.query(INSERT_FILES, [project, sequence, ...columns(this.#files, 5)]),
      transaction.query(INSERT_PAGES, [project, ...columns(this.#pages, 9)]),
      transaction.query(INSERT_PASSAGES, columns(this.#passages, 7)),
      transaction.query(INSERT_POSTINGS, [project, ...this.#postings]),
      transaction.query(INSERT_WORDS, [project, words.sort()]),
      transaction.query(INSERT_NAMES, [project, names.sort()]),
    ])
  }

  /** What is inserted now. */
  remember(known: { readonly words: Set<string>; readonly names: Set<string> }): void {
    for (const word of this.#words) known.words.add(word)
    for (const name of this.#names) known.names.add(name)
  }
}

function columns<Value extends string | number | Uint8Array>(
  rows: readonly (readonly Value[])[],
  count: number,
) {
  return Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? null))
}
