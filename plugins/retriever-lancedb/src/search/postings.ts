import type { Table } from '@lancedb/lancedb'
import { decodeTerms, FIELD_WEIGHTS, FIELDS, type PassageTerms } from '../words/passage-terms.ts'
import { idNumbers } from './row-ids.ts'
import { rarityOf } from './term-statistics.ts'

/** As LanceDB's own BM25 has them, so that both find the same candidates. */
const K1 = 1.2
const B = 0.75
/** What a term adds at most, beside its rarity. */
const MOST_IMPACT = K1 + 1
/** Steps in which impacts are kept: a byte each. */
const STEPS = 255
/** Rows between two turns for other work: 2 to 5 ms. */
const ROWS_A_TURN = 250
/**
 * What one row takes in documentation of 25 sites, in bytes: 54 different terms of five bytes, its id twice and its
 * score and place, and its share of the vocabulary, which has 2.6 terms a row of about 50 bytes.
 */
export const BYTES_A_ROW = 54 * 5 + 3 * 8 + 130

const NONE: ReadonlySet<number> = new Set()

/** A row that a search by words found. */
interface Found {
  id: number
  score: number
}

/**
 * Which passages have a term, in memory: finds the candidates of a search in a tenth of the time that a query of
 * LanceDB takes to be planned. Knows the rows of one moment; what came and went since is told by `RevisionPostings`.
 */
export class Postings {
  readonly #ids: Float64Array
  /** The same, ascending. */
  readonly sortedIds: Float64Array
  /** Places of rows that are limited to groups. */
  readonly #limited: ReadonlySet<number>
  readonly #averageLength: number
  /** Hash of a term → its place in `#starts`. */
  readonly #terms: ReadonlyMap<number, number>
  /** Where the rows of each term begin, and the end of all. */
  readonly #starts: Uint32Array
  readonly #rows: Uint32Array
  readonly #impacts: Uint8Array
  /** Zero between two searches. */
  readonly #scores: Float32Array
  readonly #touched: Uint32Array

  private constructor(draft: PostingsDraft, { starts, rows, impacts }: Collected) {
    const ids = draft.ids()
    this.#ids = ids
    this.sortedIds = ids.slice().sort()
    this.#limited = draft.limited
    this.#averageLength = draft.averageLength
    this.#terms = draft.terms
    this.#starts = starts
    this.#rows = rows
    this.#impacts = impacts
    this.#scores = new Float32Array(ids.length)
    this.#touched = new Uint32Array(ids.length)
  }

  /** Reads all rows of a table, with turns for other work: about a second of them at 40,000 passages. */
  static async read(table: Table, signal: AbortSignal): Promise<Postings> {
    const draft = new PostingsDraft()
    for await (const batch of table.query().select(['terms', 'restricted']).withRowId()) {
      const [ids, terms, restricted] = ['_rowid', 'terms', 'restricted'].map((name) => batch.getChild(name))
      for (let row = 0; row < batch.numRows; row++) {
        draft.add(ids?.get(row), decodeTerms(terms?.get(row)), restricted?.get(row))
        if (row % ROWS_A_TURN !== 0) continue
        await new Promise(setImmediate)
        signal.throwIfAborted()
      }
    }
    return new Postings(draft, await draft.collect(signal))
  }

  /** Where the rows of these ids are. */
  places(ids: ReadonlySet<number>): Set<number> {
    const places = new Set<number>()
    if (ids.size === 0) return places
    for (let place = 0; place < this.#ids.length; place++)
      if (ids.has(this.#ids[place] ?? -1)) places.add(place)
    return places
  }

  rarity(hash: number): number {
    const place = this.#terms.get(hash)
    const count = place === undefined ? 0 : (this.#starts[place + 1] ?? 0) - (this.#starts[place] ?? 0)
    return rarityOf(count, this.#ids.length)
  }

  /** What the terms of a row that is not among these would be worth, by their hashes. */
  impacts(terms: PassageTerms): ReadonlyMap<number, number> {
    const { frequencies, length } = weigh(terms)
    for (const [hash, frequency] of frequencies)
      frequencies.set(hash, impactOf(frequency, length, this.#averageLength))
    return frequencies
  }

  /**
   * The best rows with any of the terms, but for those that are gone, and for those that are limited to groups unless
   * all are visible. Not asynchronous: 0.2 ms at 40,000 passages.
   */
  search(
    hashes: readonly number[],
    limit: number,
    { gone, visible }: { gone: ReadonlySet<number>; visible: 'all' | 'open' },
  ): Found[] {
    const hidden = visible === 'all' ? NONE : this.#limited
    const scores = this.#scores
    const touched = this.#touched
    let count = 0
    for (const hash of hashes) {
      const place = this.#terms.get(hash)
      if (place === undefined) continue
      const worth = (this.rarity(hash) * MOST_IMPACT) / STEPS
      const end = this.#starts[place + 1] ?? 0
      for (let at = this.#starts[place] ?? 0; at < end; at++) {
        const row = this.#rows[at] ?? 0
        const score = scores[row] ?? 0
        if (score === 0) touched[count++] = row
        scores[row] = score + worth * (this.#impacts[at] ?? 0)
      }
    }
    const best = new BestRows(limit)
    for (let at = 0; at < count; at++) {
      const row = touched[at] ?? 0
      const score = scores[row] ?? 0
      scores[row] = 0
      if (score > best.least && !gone.has(row) && !hidden.has(row)) best.add(row, score)
    }
    return best.sorted().map(({ row, score }) => ({ id: this.#ids[row] ?? 0, score }))
  }
}

interface Collected {
  starts: Uint32Array
  rows: Uint32Array
  impacts: Uint8Array
}

/** Rows with their terms as they come; made into lists by term at the end. */
class PostingsDraft {
  readonly terms = new Map<number, number>()
  readonly limited = new Set<number>()
  readonly #ids: bigint[] = []
  readonly #lengths: number[] = []
  /** How many rows each term has. */
  #counts = new Uint32Array(1024)
  /** Place of the term and its weighed frequency, row by row. */
  #places = new Uint32Array(1024)
  #frequencies = new Float32Array(1024)
  readonly #ends: number[] = []
  #size = 0
  #total = 0

  add(id: bigint, terms: PassageTerms, isLimited: boolean): void {
    const { frequencies, length } = weigh(terms)
    if (isLimited) this.limited.add(this.#ids.length)
    this.#ids.push(id)
    this.#lengths.push(length)
    this.#total += length
    for (const [hash, frequency] of frequencies) {
      let place = this.terms.get(hash)
      if (place === undefined) {
        place = this.terms.size
        this.terms.set(hash, place)
        if (place === this.#counts.length) this.#counts = grown(this.#counts, new Uint32Array(2 * place))
      }
      this.#counts[place] = (this.#counts[place] ?? 0) + 1
      if (this.#size === this.#places.length) {
        this.#places = grown(this.#places, new Uint32Array(2 * this.#size))
        this.#frequencies = grown(this.#frequencies, new Float32Array(2 * this.#size))
      }
      this.#places[this.#size] = place
      this.#frequencies[this.#size++] = frequency
    }
    this.#ends.push(this.#size)
  }

  get averageLength(): number {
    return Math.max(1, this.#total / Math.max(1, this.#ids.length))
  }

  ids(): Float64Array {
    return idNumbers(BigUint64Array.from(this.#ids))
  }

  async collect(signal: AbortSignal): Promise<Collected> {
    const starts = new Uint32Array(this.terms.size + 1)
    for (let place = 0; place < this.terms.size; place++)
      starts[place + 1] = (starts[place] ?? 0) + (this.#counts[place] ?? 0)
    const next = starts.slice()
    const rows = new Uint32Array(this.#size)
    const impacts = new Uint8Array(this.#size)
    let at = 0
    for (const [row, end] of this.#ends.entries()) {
      for (; at < end; at++) {
        const place = this.#places[at] ?? 0
        const to = next[place] ?? 0
        next[place] = to + 1
        rows[to] = row
        const impact = impactOf(this.#frequencies[at] ?? 0, this.#lengths[row] ?? 0, this.averageLength)
        // Never 0, by which a search knows the rows that it did not meet.
        impacts[to] = Math.max(1, Math.round((impact / MOST_IMPACT) * STEPS))
      }
      if (row % ROWS_A_TURN !== 0) continue
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
    return { starts, rows, impacts }
  }
}

/** The `limit` rows of the highest score, kept as a heap with the lowest of them on top. */
class BestRows {
  readonly #limit: number
  readonly #heap: { row: number; score: number }[] = []
  /** What a further row must exceed. */
  least = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(row: number, score: number): void {
    const heap = this.#heap
    const item = { row, score }
    let at = 0
    if (heap.length < this.#limit) {
      at = heap.push(item) - 1
      for (; at > 0; at = (at - 1) >> 1) {
        const parent = heap[(at - 1) >> 1]
        if (parent === undefined || parent.score <= score) break
        heap[at] = parent
      }
    } else {
      for (let child = 1; child < heap.length; child = 2 * at + 1) {
        const right = heap[child + 1]
        if (right !== undefined && right.score < (heap[child]?.score ?? 0)) child++
        const lower = heap[child]
        if (lower === undefined || lower.score >= score) break
        heap[at] = lower
        at = child
      }
    }
    heap[at] = item
    if (heap.length === this.#limit) this.least = heap[0]?.score ?? 0
  }

  sorted(): readonly { row: number; score: number }[] {
    return this.#heap.sort((first, second) => second.score - first.score || first.row - second.row)
  }
}

/** How often a row has each term, each time counted as its field counts, and its length counted so. */
function weigh(terms: PassageTerms): { frequencies: Map<number, number>; length: number } {
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

function impactOf(frequency: number, length: number, averageLength: number): number {
  return (frequency * MOST_IMPACT) / (frequency + K1 * (1 - B + (B * length) / averageLength))
}

function grown<Numbers extends Uint32Array | Float32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
