import { join } from 'node:path'
import type { Page } from '@docent/content'
import {
  type Attributes,
  decodeTerms,
  firstLetter,
  hashTerm,
  type IndexedPassage,
  type PageHead,
  type PageLink,
  type Turns,
} from '@docent/search'
import { numbers } from '../files/layout.ts'
import { decodeRecord } from '../files/records.ts'
import { SegmentFile } from '../files/segment-file.ts'
import { SegmentVectors } from './segment-vectors.ts'
import { TermLists } from './term-lists.ts'
import type { WordGroups } from './words.ts'

/** A passage, as ranking needs it, and the key of its vector, if it has one. */
export interface StoredRow extends IndexedPassage {
  readonly vectorKey?: string
}

/** One segment of an index, open for reading. It never changes: what is gone from it is known to revisions. */
export class Segment {
  readonly name: string
  readonly file: SegmentFile
  readonly lists: TermLists
  readonly attributes: readonly Attributes[]
  /** Number of the attributes of each row, and of each page. */
  readonly rowAttributes: Uint16Array
  readonly pageAttributes: Uint16Array
  /** See `lengthStep`. */
  readonly lengthSteps: Uint8Array
  /** Where the rows, and the pages, of each file begin, and the end of all. */
  readonly fileRows: Uint32Array
  readonly filePages: Uint32Array
  readonly vectors: SegmentVectors | undefined
  readonly #rowOffsets: Uint32Array
  readonly #rowBytes: Uint32Array
  readonly #pageOffsets: Uint32Array
  readonly #pageBytes: Uint32Array
  readonly #pathHashes: Uint32Array

  private constructor(name: string, file: SegmentFile, parts: Parts, vectors: SegmentVectors | undefined) {
    this.name = name
    this.file = file
    this.lists = new TermLists(parts.hashes, parts.starts, file)
    this.attributes = parts.attributes
    this.rowAttributes = parts.rowAttributes
    this.pageAttributes = parts.pageAttributes
    this.lengthSteps = parts.lengthSteps
    this.fileRows = parts.fileRows
    this.filePages = parts.filePages
    this.vectors = vectors
    this.#rowOffsets = parts.rowOffsets
    this.#rowBytes = parts.rowBytes
    this.#pageOffsets = parts.pageOffsets
    this.#pageBytes = parts.pageBytes
    this.#pathHashes = parts.pathHashes
  }

  /** @throws when its file is missing or damaged */
  static async open(folder: string, name: string): Promise<Segment> {
    const file = await SegmentFile.open(join(folder, name))
    try {
      const vectors = file.footer.dimensions === undefined ? undefined : await SegmentVectors.open(file)
      return new Segment(name, file, await readParts(file), vectors)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  get rows(): number {
    return this.rowAttributes.length
  }

  get pages(): number {
    return this.pageAttributes.length
  }

  /** What it takes in memory, beside the lists of terms. */
  get bytes(): number {
    const { rows, pages } = this
    return this.lists.termBytes + rows * 11 + pages * 14 + (this.vectors?.codeBytes ?? 0)
  }

  /** @throws when it is damaged */
  async row(row: number): Promise<StoredRow> {
    const [terms, about, passage] = decodeRecord(await this.record(row))
    const [pagePath, vectorKey]: [string, string?] = JSON.parse(text(about))
    const stored = { pagePath, terms: decodeTerms(terms), variant: variantIn(text(passage)) }
    return vectorKey === undefined ? stored : { ...stored, vectorKey }
  }

  /** JSON of a row's passage. @throws when it is damaged */
  async passage(row: number): Promise<string> {
    return text(decodeRecord(await this.record(row))[2])
  }

  /** The bytes of a row. */
  record(row: number): Promise<Uint8Array> {
    return this.file.read(this.#rowOffsets[row] ?? 0, this.#rowBytes[row] ?? 0)
  }

  async page(page: number): Promise<Page> {
    return JSON.parse(text(decodeRecord(await this.pageRecord(page))[2]))
  }

  pageRecord(page: number): Promise<Uint8Array> {
    return this.file.read(this.#pageOffsets[page] ?? 0, this.#pageBytes[page] ?? 0)
  }

  /** Pages that may be at this path: another path can have the same hash. */
  pagesAt(path: string): number[] {
    const hash = hashTerm(path)
    const found: number[] = []
    for (let at = this.#pathHashes.indexOf(hash); at >= 0; at = this.#pathHashes.indexOf(hash, at + 1))
      found.push(at)
    return found
  }

  /** Of all pages, in their order. */
  heads(turns: Turns): Promise<PageHead[]> {
    return this.file.lines('heads', turns)
  }

  links(turns: Turns): Promise<PageLink[][]> {
    return this.file.lines('links', turns)
  }

  /** The names of each page, by line feeds. */
  names(turns: Turns): Promise<string[]> {
    return this.file.lines('names', turns)
  }

  /** The facts of each page; none in a segment of an older analysis. */
  async facts(): Promise<Int32Array[]> {
    if (!this.file.has('pageFacts')) return Array.from({ length: this.pages }, () => new Int32Array())
    const all = numbers(Int32Array, await this.file.section('facts'))
    let at = 0
    return Array.from(numbers(Uint32Array, await this.file.section('pageFacts')), (length) => {
      at += length
      return all.subarray(at - length, at)
    })
  }

  files(turns: Turns): Promise<[file: string, hash: string][]> {
    return this.file.lines('files', turns)
  }

  /** How many terms each field of each row has, row by row. */
  async fieldLengths(): Promise<Uint32Array> {
    return numbers(Uint32Array, await this.file.section('fieldLengths'))
  }

  /** Its terms that begin as this one does. */
  async wordsLike(word: string): Promise<string[]> {
    const groups = await this.file.json<WordGroups>('wordGroups')
    const letter = firstLetter(word)
    const [start, end] = Object.hasOwn(groups, letter) ? (groups[letter] ?? [0, 0]) : [0, 0]
    const bytes = new Uint8Array(end - start)
    await this.file.readPart('words', start, bytes)
    return text(bytes)
      .split('\n')
      .filter((word) => word !== '')
  }

  /** Its terms, a line each. */
  wordsText(): Promise<string> {
    return this.file.text('words')
  }

  async words(): Promise<string[]> {
    return (await this.wordsText()).split('\n').filter((word) => word !== '')
  }

  close(): Promise<void> {
    return this.file.close()
  }
}

const TITLE = stringOf('title')
const VERSION = stringOf('version')
const LANGUAGE = stringOf('language')

function variantIn(passage: string): StoredRow['variant'] {
  return { title: read(TITLE, passage), version: read(VERSION, passage), language: read(LANGUAGE, passage) }
}

function stringOf(name: string): RegExp {
  return new RegExp(`[{,]"${name}":("(?:[^"\\\\]|\\\\.)*")`)
}

/** Of a passage as it is stored: parsing all of it takes longer than the rest together. */
function read(property: RegExp, passage: string): string {
  const [, value = '""'] = property.exec(passage) ?? []
  return JSON.parse(value)
}

type Parts = Awaited<ReturnType<typeof readParts>>

async function readParts(file: SegmentFile) {
  return {
    hashes: numbers(Uint32Array, await file.section('hashes')),
    starts: numbers(Uint32Array, await file.section('starts')),
    rowOffsets: numbers(Uint32Array, await file.section('rowOffsets')),
    rowBytes: numbers(Uint32Array, await file.section('rowBytes')),
    rowAttributes: numbers(Uint16Array, await file.section('rowAttributes')),
    lengthSteps: await file.section('lengthSteps'),
    pageOffsets: numbers(Uint32Array, await file.section('pageOffsets')),
    pageBytes: numbers(Uint32Array, await file.section('pageBytes')),
    pageAttributes: numbers(Uint16Array, await file.section('pageAttributes')),
    pathHashes: numbers(Uint32Array, await file.section('pathHashes')),
    fileRows: numbers(Uint32Array, await file.section('fileRows')),
    filePages: numbers(Uint32Array, await file.section('filePages')),
    attributes: await file.json<Attributes[]>('attributes'),
  }
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
