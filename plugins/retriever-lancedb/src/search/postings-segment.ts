import { FIELD_WEIGHTS, FIELDS, type PassageTerms } from '../words/passage-terms.ts'
import type { PostingsFile, ReadBuffer } from './postings-file.ts'

/** Rows of one segment: as many as 16 bits count, whose scores stay in the processor's cache while they are summed up. */
export const SEGMENT_ROWS = 65_536
/** As LanceDB's own BM25 has them, so that both find the same candidates. */
const K1 = 1.2
const B = 0.75
/** What a term adds at most, beside its rarity. */
export const MOST_IMPACT = K1 + 1
/** Steps in which impacts are kept: a byte each. */
export const STEPS = 255

/** The rows of one term in a segment. */
export interface TermRows {
  /** Counted from the first row of the segment, ascending. */
  rows: Uint16Array
  /** What the term is worth in each: 1 to `STEPS`. */
  impacts: Uint8Array
}

/** A row and its impact. */
const BYTES_A_POSTING = Uint16Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT

/**
 * Which rows of a segment have a term, and what it is worth there: three bytes a row, in memory or in a file. Which
 * terms there are stays in memory.
 */
export class PostingsSegment {
  /** Of its terms, ascending. */
  readonly #hashes: Uint32Array
  /** Where the rows of each term begin, and the end of all. */
  readonly #starts: Uint32Array
  #lists: TermRows | { file: PostingsFile; position: number }

  constructor(hashes: Uint32Array, starts: Uint32Array, lists: TermRows) {
    this.#hashes = hashes
    this.#starts = starts
    this.#lists = lists
  }

  /** How many rows have a term. */
  count(hash: number): number {
    const { start, end } = this.#find(hash)
    return end - start
  }

  /**
   * The rows of each term; a promise when they are in a file.
   *
   * @param buffer holds what is read: the answer is only good until its next use
   */
  rowsOf(hashes: readonly number[], buffer: ReadBuffer): TermRows[] | Promise<TermRows[]> {
    const lists = this.#lists
    const found = hashes.map((hash) => this.#find(hash))
    if (!('file' in lists))
      return found.map(({ start, end }) => ({
        rows: lists.rows.subarray(start, end),
        impacts: lists.impacts.subarray(start, end),
      }))
    // One more a term, so that rows begin at an even byte.
    const size = found.reduce((sum, { start, end }) => sum + (end - start) * BYTES_A_POSTING + 1, 0)
    const bytes = buffer.ofSize(size)
    let next = 0
    return Promise.all(
      found.map(async ({ start, end }) => {
        const count = end - start
        const rows = new Uint16Array(bytes, next, count)
        const impacts = new Uint8Array(bytes, next + rows.byteLength, count)
        const from = next
        next += count * BYTES_A_POSTING
        next += next % 2
        const position = lists.position + start * BYTES_A_POSTING
        await lists.file.read(position, new Uint8Array(bytes, from, count * BYTES_A_POSTING))
        return { rows, impacts }
      }),
    )
  }

  /** What moving to a file frees. */
  get listBytes(): number {
    return (this.#starts.at(-1) ?? 0) * BYTES_A_POSTING
  }

  /** What stays in memory. */
  get termBytes(): number {
    return this.#hashes.byteLength + this.#starts.byteLength
  }

  /** The rows of each term, then their impacts, term by term, so that one read has both. */
  async moveTo(file: PostingsFile): Promise<void> {
    const lists = this.#lists
    if ('file' in lists) return
    const bytes = new Uint8Array(this.listBytes)
    const rows = new Uint8Array(lists.rows.buffer, lists.rows.byteOffset, lists.rows.byteLength)
    let at = 0
    for (let term = 0; term < this.#hashes.length; term++) {
      const start = this.#starts[term] ?? 0
      const end = this.#starts[term + 1] ?? 0
      bytes.set(rows.subarray(2 * start, 2 * end), at)
      bytes.set(lists.impacts.subarray(start, end), at + 2 * (end - start))
      at += (end - start) * BYTES_A_POSTING
    }
    this.#lists = { file, position: await file.append(bytes) }
  }

  /** Where the rows of a term are: from `start` to before `end`. */
  #find(hash: number): { start: number; end: number } {
    const hashes = this.#hashes
    let low = 0
    let high = hashes.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = hashes[middle] ?? 0
      if (found === hash) return { start: this.#starts[middle] ?? 0, end: this.#starts[middle + 1] ?? 0 }
      if (found < hash) low = middle + 1
      else high = middle - 1
    }
    return { start: 0, end: 0 }
  }
}

/** The rows of a segment with their terms as they come; made into lists by term at the end. */
export class SegmentDraft {
  readonly #averageLength: number
  /** Hash of a term → its place. */
  readonly #places = new Map<number, number>()
  /** Place of the term and its impact, row by row. */
  #terms = new Uint32Array(1024)
  #impacts = new Uint8Array(1024)
  readonly #ends: number[] = []
  #size = 0

  /** @param averageLength of all rows, weighed as `weigh` does */
  constructor(averageLength: number) {
    this.#averageLength = averageLength
  }

  get rows(): number {
    return this.#ends.length
  }

  add(terms: PassageTerms): void {
    const { frequencies, length } = weigh(terms)
    for (const [hash, frequency] of frequencies) {
      let place = this.#places.get(hash)
      if (place === undefined) {
        place = this.#places.size
        this.#places.set(hash, place)
      }
      if (this.#size === this.#terms.length) {
        this.#terms = grown(this.#terms, new Uint32Array(2 * this.#size))
        this.#impacts = grown(this.#impacts, new Uint8Array(2 * this.#size))
      }
      const impact = impactOf(frequency, length, this.#averageLength)
      this.#terms[this.#size] = place
      // Never 0, by which a search knows the rows that it did not meet.
      this.#impacts[this.#size++] = Math.max(1, Math.round((impact / MOST_IMPACT) * STEPS))
    }
    this.#ends.push(this.#size)
  }

  collect(): PostingsSegment {
    const hashes = Uint32Array.from(this.#places.keys()).sort()
    /** Place of a term in order of hashes, by its place here. */
    const ordered = new Uint32Array(hashes.length)
    for (const [at, hash] of hashes.entries()) ordered[this.#places.get(hash) ?? 0] = at
    const starts = new Uint32Array(hashes.length + 1)
    for (let at = 0; at < this.#size; at++) {
      const next = (ordered[this.#terms[at] ?? 0] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
    for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
    const next = starts.slice()
    const rows = new Uint16Array(this.#size)
    const impacts = new Uint8Array(this.#size)
    let at = 0
    for (const [row, end] of this.#ends.entries()) {
      for (; at < end; at++) {
        const place = ordered[this.#terms[at] ?? 0] ?? 0
        const to = next[place] ?? 0
        next[place] = to + 1
        rows[to] = row
        impacts[to] = this.#impacts[at] ?? 0
      }
    }
    return new PostingsSegment(hashes, starts, { rows, impacts })
  }
}

/** How often a row has each term, each time counted as its field counts, and its length counted so. */
export function weigh(terms: PassageTerms): { frequencies: Map<number, number>; length: number } {
  const frequencies = new Map<number, number>()
  let length = 0
  for (const field of FIELDS) {
    const weight = FIELD_WEIGHTS[field]
    const list = terms[field]
    length += weight * list.length
    for (let at = 0; at < list.length; at++) {
      const hash = list[at] ?? 0
      frequencies.set(hash, (frequencies.get(hash) ?? 0) + weight)
    }
  }
  return { frequencies, length }
}

/** What BM25 makes of a weighed frequency, beside the rarity of the term: 0 to `MOST_IMPACT`. */
export function impactOf(frequency: number, length: number, averageLength: number): number {
  return (frequency * MOST_IMPACT) / (frequency + K1 * (1 - B + (B * length) / averageLength))
}

function grown<Numbers extends Uint32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
