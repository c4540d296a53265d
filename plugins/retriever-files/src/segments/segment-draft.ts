import { defined } from '@docent/core/plugin'
import {
  type Attributes,
  allTerms,
  FIELDS,
  hashTerm,
  lengthStep,
  type PageHead,
  type PageLink,
  type PassageTerms,
  type Turns,
  weighedLength,
} from '@docent/search'
import { bytesOf, joined } from '../files/layout.ts'
import { SegmentSink } from '../files/segment-sink.ts'
import { AttributesDraft } from './attributes-draft.ts'
import { TermListsDraft } from './term-lists-draft.ts'
import { VectorsDraft } from './vectors-draft.ts'
import { groupedWords } from './words.ts'

/** Rows of one segment: as many as 16 bits count, whose scores stay in the processor's cache while they are summed up. */
export const SEGMENT_ROWS = 65_536
/** Offsets have 32 bits, and the last file may be a large one. */
export const SEGMENT_BYTES = 1 << 30
/** Vectors wait in memory for the end of their segment. */
const VECTOR_BYTES = 1 << 26

/** Most rows of a segment whose passages have such vectors. */
export function rowsWith(dimensions: number | undefined): number {
  if (dimensions === undefined) return SEGMENT_ROWS
  return Math.min(SEGMENT_ROWS, Math.floor(VECTOR_BYTES / (dimensions * Float32Array.BYTES_PER_ELEMENT)))
}

export interface SegmentPage {
  record: Uint8Array
  head: PageHead
  links: readonly PageLink[]
  names: Iterable<string>
  /** See `factNumber`. */
  facts: Int32Array
  attributes: Attributes
}

export interface SegmentRow {
  record: Uint8Array
  terms: PassageTerms
  /** Its terms as they are spelt; absent where their segment knows them already. */
  words?: readonly string[]
  attributes: Attributes
  vector?: { key: string; values: ArrayLike<number> } | undefined
}

/** A file of a segment that is done. */
export interface DoneSegment {
  name: string
  bytes: number
  rows: number
  pages: number
}

/** A segment that is being written: pages and passages of files, one file after another, and their lists at the end. */
export class SegmentDraft {
  readonly name: string
  readonly #sink: SegmentSink
  readonly #lists = new TermListsDraft()
  readonly #attributes = new AttributesDraft()
  readonly #vectors: VectorsDraft | undefined
  readonly #files: [file: string, hash: string][] = []
  readonly #fileRows: number[] = []
  readonly #filePages: number[] = []
  readonly #rows = {
    offsets: [] as number[],
    bytes: [] as number[],
    attributes: [] as number[],
    steps: [] as number[],
  }
  readonly #fieldLengths: number[] = []
  readonly #pages = { offsets: [] as number[], bytes: [] as number[], attributes: [] as number[] }
  readonly #heads: PageHead[] = []
  readonly #links: (readonly PageLink[])[] = []
  readonly #names: string[] = []
  readonly #facts: Int32Array[] = []
  /** By hash with a sign, as in `TermListsDraft`. */
  readonly #words = new Map<number, string>()

  private constructor(name: string, sink: SegmentSink, dimensions: number | undefined) {
    this.name = name
    this.#sink = sink
    this.#vectors = dimensions === undefined ? undefined : new VectorsDraft(dimensions)
  }

  /** @param dimensions of the vectors that its passages may have */
  static async create(path: string, name: string, dimensions: number | undefined): Promise<SegmentDraft> {
    return new SegmentDraft(name, await SegmentSink.create(path), dimensions)
  }

  get rows(): number {
    return this.#rows.offsets.length
  }

  /** Whether so many more rows have room. */
  hasRoomFor(rows: number): boolean {
    return this.rows + rows <= rowsWith(this.#vectors?.dimensions) && this.#sink.end < SEGMENT_BYTES
  }

  /** Begins a file: what is added then is of it. @returns its number in this segment */
  startFile(file: string, hash: string): number {
    this.#fileRows.push(this.rows)
    this.#filePages.push(this.#heads.length)
    return this.#files.push([file, hash]) - 1
  }

  addPage({ record, head, links, names, facts, attributes }: SegmentPage): void {
    this.#pages.offsets.push(this.#sink.end)
    this.#pages.bytes.push(record.length)
    this.#pages.attributes.push(this.#attributes.number(attributes))
    this.#sink.append(record)
    this.#heads.push(head)
    this.#links.push(links)
    this.#names.push([...names].join('\n'))
    this.#facts.push(facts)
  }

  addRow({ record, terms, words, attributes, vector }: SegmentRow): void {
    if (words !== undefined) {
      const hashes = allTerms(terms)
      for (let at = 0; at < hashes.length; at++) this.addWord(words[at] ?? '', hashes[at])
    }
    if (vector !== undefined) this.#vectors?.add(this.rows, vector)
    this.#rows.offsets.push(this.#sink.end)
    this.#rows.bytes.push(record.length)
    this.#rows.attributes.push(this.#attributes.number(attributes))
    this.#rows.steps.push(lengthStep(weighedLength(terms)))
    this.#sink.append(record)
    this.#lists.add(terms)
    for (const field of FIELDS) this.#fieldLengths.push(terms[field].length)
  }

  /** Terms as they are spelt, for corrections: those that none of its passages has are left out. */
  addWord(word: string, hash = hashTerm(word)): void {
    if (!this.#words.has(hash | 0)) this.#words.set(hash | 0, word)
  }

  /** Lets the disk take what was added. */
  drain(): Promise<void> {
    return this.#sink.drain()
  }

  /** Writes its lists: 0.3 s for a full segment, with turns for other work. It is on disk then. */
  async finish(turns: Turns): Promise<DoneSegment> {
    const sink = this.#sink
    const numbers = (name: string, values: NodeJS.TypedArray) => sink.section(name, bytesOf(values))
    const json = (name: string, value: unknown) => sink.section(name, Buffer.from(JSON.stringify(value)))
    const { hashes, starts, lists } = await this.#lists.collect(turns)
    await numbers('hashes', hashes)
    await numbers('starts', starts)
    await numbers('rowOffsets', Uint32Array.from(this.#rows.offsets))
    await numbers('rowBytes', Uint32Array.from(this.#rows.bytes))
    await numbers('rowAttributes', Uint16Array.from(this.#rows.attributes))
    await numbers('lengthSteps', Uint8Array.from(this.#rows.steps))
    await numbers('pageOffsets', Uint32Array.from(this.#pages.offsets))
    await numbers('pageBytes', Uint32Array.from(this.#pages.bytes))
    await numbers('pageAttributes', Uint16Array.from(this.#pages.attributes))
    await numbers(
      'pathHashes',
      Uint32Array.from(this.#heads, ({ path }) => hashTerm(path)),
    )
    await numbers('fileRows', Uint32Array.from([...this.#fileRows, this.rows]))
    await numbers('filePages', Uint32Array.from([...this.#filePages, this.#heads.length]))
    await json('attributes', this.#attributes.all)
    await sink.section('lists', lists)
    await numbers('fieldLengths', Uint32Array.from(this.#fieldLengths))
    await sink.lines('files', this.#files, turns)
    await sink.lines('heads', this.#heads, turns)
    await sink.lines('links', this.#links, turns)
    await sink.lines('names', this.#names, turns)
    await numbers('facts', joined(this.#facts))
    await numbers(
      'pageFacts',
      Uint32Array.from(this.#facts, ({ length }) => length),
    )
    const words = await groupedWords(this.#words, hashes, turns)
    await sink.section('words', words.text)
    await json('wordGroups', words.groups)
    await this.#vectors?.write(numbers)
    const [rows, pages] = [this.rows, this.#heads.length]
    const about = {
      rows,
      pages,
      files: this.#files.length,
      ...defined({ dimensions: this.#vectors?.dimensions }),
    }
    return { name: this.name, bytes: await sink.finish(about), rows, pages }
  }

  /** Gives it up; its file stays behind. */
  close(): Promise<void> {
    return this.#sink.close()
  }
}
