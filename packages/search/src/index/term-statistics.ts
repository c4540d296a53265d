import { FIELD_WEIGHTS, FIELDS, type Field } from '../words/passage-terms.ts'

/** Inverse document frequency as BM25 has it: above 0, the higher the fewer of all rows have a term. */
export function rarityOf(count: number, rows: number): number {
  return Math.log(1 + (Math.max(rows, count) - count + 0.5) / (count + 0.5))
}

const HEADER_BYTES = (1 + FIELDS.length) * Float64Array.BYTES_PER_ELEMENT

/** What is counted over passages. */
export interface TermCounts {
  passages: number
  /** Of all passages together, the terms in each field. */
  lengths: Readonly<Record<Field, number>>
  /** In how many passages each term is, by its hash. */
  counts: ReadonlyMap<number, number>
}

/** What the exact scorer must know of all passages: how rare a term is, and how long fields are. */
export class TermStatistics {
  readonly #passages: number
  readonly #lengths: Readonly<Record<Field, number>>
  /** Sorted, beside their counts. */
  readonly #hashes: Uint32Array
  readonly #counts: Uint32Array

  private constructor(
    passages: number,
    lengths: Readonly<Record<Field, number>>,
    hashes: Uint32Array,
    counts: Uint32Array,
  ) {
    this.#passages = passages
    this.#lengths = lengths
    this.#hashes = hashes
    this.#counts = counts
  }

  static of({ passages, lengths, counts }: TermCounts): TermStatistics {
    const average = (field: Field) => lengths[field] / Math.max(1, passages)
    const hashes = Uint32Array.from(counts.keys()).sort()
    return new TermStatistics(
      passages,
      {
        title: average('title'),
        headings: average('headings'),
        path: average('path'),
        body: average('body'),
      },
      hashes,
      hashes.map((hash) => counts.get(hash) ?? 0),
    )
  }

  /** @throws when bytes are missing */
  static decode(bytes: Uint8Array): TermStatistics {
    if (bytes.length < HEADER_BYTES || (bytes.length - HEADER_BYTES) % 8 !== 0)
      throw new Error('The term statistics are cut short.')
    const numbers = new Float64Array(new Uint8Array(bytes.subarray(0, HEADER_BYTES)).buffer)
    const [passages = 0, title = 1, headings = 1, path = 1, body = 1] = numbers
    const terms = new Uint32Array(new Uint8Array(bytes.subarray(HEADER_BYTES)).buffer)
    const half = terms.length / 2
    return new TermStatistics(
      passages,
      { title, headings, path, body },
      terms.subarray(0, half),
      terms.subarray(half),
    )
  }

  encode(): Uint8Array {
    const { title, headings, path, body } = this.#lengths
    const header = Float64Array.of(this.#passages, title, headings, path, body)
    const parts = [header, this.#hashes, this.#counts]
    return Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)))
  }

  /** Average number of terms in a field, at least 1. */
  averageLength(field: Field): number {
    return Math.max(1, this.#lengths[field])
  }

  /** Average number of terms in a passage, each counted as its field counts, at least 1. */
  get weighedLength(): number {
    return Math.max(
      1,
      FIELDS.reduce((sum, field) => sum + FIELD_WEIGHTS[field] * this.#lengths[field], 0),
    )
  }

  /** See `rarityOf`. */
  rarity(hash: number): number {
    return rarityOf(this.count(hash), this.#passages)
  }

  /** In how many passages a term is. */
  count(hash: number): number {
    let low = 0
    let high = this.#hashes.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = this.#hashes[middle] ?? 0
      if (found === hash) return this.#counts[middle] ?? 0
      if (found < hash) low = middle + 1
      else high = middle - 1
    }
    return 0
  }
}
