import { FIELD_WEIGHTS, FIELDS, type PassageTerms } from '../words/passage-terms.ts'

/** Rows of one segment: as many as 16 bits count, whose scores stay in the processor's cache while they are summed up. */
export const SEGMENT_ROWS = 65_536
/** As LanceDB's own BM25 has them, so that both find the same candidates. */
const K1 = 1.2
const B = 0.75
/** What a term adds at most, beside its rarity. */
export const MOST_IMPACT = K1 + 1
/** Steps in which impacts are kept: a byte each. */
export const STEPS = 255

/** Which rows of a segment have a term, and what it is worth there: three bytes a row. */
export class PostingsSegment {
  /** Of its terms, ascending. */
  readonly #hashes: Uint32Array
  /** Where the rows of each term begin, and the end of all. */
  readonly #starts: Uint32Array
  /** Counted from the first row of the segment, ascending for each term. */
  readonly rows: Uint16Array
  /** 1 to `STEPS`. */
  readonly impacts: Uint8Array

  constructor(hashes: Uint32Array, starts: Uint32Array, rows: Uint16Array, impacts: Uint8Array) {
    this.#hashes = hashes
    this.#starts = starts
    this.rows = rows
    this.impacts = impacts
  }

  /** Where the rows of a term are: from `start` to before `end`. */
  find(hash: number): { start: number; end: number } | undefined {
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
    return undefined
  }

  get bytes(): number {
    return [this.#hashes, this.#starts, this.rows, this.impacts].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    )
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

  get isFull(): boolean {
    return this.#ends.length === SEGMENT_ROWS
  }

  get isEmpty(): boolean {
    return this.#ends.length === 0
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
    return new PostingsSegment(hashes, starts, rows, impacts)
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
