import type { SegmentFile } from '../files/segment-file.ts'

/** The rows of one term in a segment. */
export interface TermRows {
  /** Counted from the first row of the segment, ascending. */
  rows: Uint16Array
  /** How often each has it, counted as fields count: 1 to 255. */
  frequencies: Uint8Array
}

/** A row and its frequency. A list has an even number of bytes, so that the rows of the next one begin at an even one. */
export const BYTES_A_POSTING = 3
/** Lists begin at multiples of so many bytes. */
export const LIST_UNIT = 2

export const NO_ROWS: TermRows = { rows: new Uint16Array(0), frequencies: new Uint8Array(0) }

/** Memory for what one search reads, used again by later ones: allocating it anew costs more than reading. */
export class ReadBuffer {
  #buffer = new ArrayBuffer(0)

  /** Overwrites what it held before. */
  ofSize(bytes: number): ArrayBuffer {
    if (this.#buffer.byteLength < bytes) this.#buffer = new ArrayBuffer(2 * bytes)
    return this.#buffer
  }
}

/**
 * Which rows of a segment have a term, and how often. Which terms there are is in memory; the lists of their rows are
 * there too, or are read from the file.
 */
export class TermLists {
  /** Of its terms, ascending. */
  readonly hashes: Uint32Array
  /** Where the list of each term begins, in units, and the end of all. */
  readonly #starts: Uint32Array
  readonly #file: SegmentFile
  #lists: ArrayBuffer | undefined

  constructor(hashes: Uint32Array, starts: Uint32Array, file: SegmentFile) {
    this.hashes = hashes
    this.#starts = starts
    this.#file = file
  }

  get isInMemory(): boolean {
    return this.#lists !== undefined
  }

  /** What stays in memory in any case. */
  get termBytes(): number {
    return this.hashes.byteLength + this.#starts.byteLength
  }

  get listBytes(): number {
    return (this.#starts.at(-1) ?? 0) * LIST_UNIT
  }

  /** Reads all lists. @throws when they are damaged */
  async load(): Promise<void> {
    this.#lists = (await this.#file.section('lists')).buffer
  }

  /** How many rows have a term. */
  count(hash: number): number {
    const place = this.#find(hash)
    return place < 0 ? 0 : this.countAt(place)
  }

  /** How many rows have the term at this place among the hashes. */
  countAt(place: number): number {
    const bytes = ((this.#starts[place + 1] ?? 0) - (this.#starts[place] ?? 0)) * LIST_UNIT
    return Math.floor(bytes / BYTES_A_POSTING)
  }

  /**
   * The rows of each term; a promise when they are read from the file.
   *
   * @param buffer holds what is read: the answer is only good until its next use
   */
  rowsOf(hashes: readonly number[], buffer: ReadBuffer): TermRows[] | Promise<TermRows[]> {
    const places = hashes.map((hash) => this.#find(hash))
    const lists = this.#lists
    if (lists !== undefined)
      return places.map((place) =>
        place < 0 ? NO_ROWS : rowsIn(lists, (this.#starts[place] ?? 0) * LIST_UNIT, this.countAt(place)),
      )
    const found = places.map((place) => ({
      from: (this.#starts[place] ?? 0) * LIST_UNIT,
      count: place < 0 ? 0 : this.countAt(place),
    }))
    const bytes = buffer.ofSize(found.reduce((sum, { count }) => sum + evenBytes(count), 0))
    let next = 0
    return Promise.all(
      found.map(async ({ from, count }) => {
        if (count === 0) return NO_ROWS
        const start = next
        next += evenBytes(count)
        await this.#file.readPart('lists', from, new Uint8Array(bytes, start, count * BYTES_A_POSTING))
        return rowsIn(bytes, start, count)
      }),
    )
  }

  /** Each term with its rows, in the order of their hashes; reads all lists when they are not in memory. */
  async *entries(): AsyncGenerator<{ hash: number; rows: Uint16Array }> {
    const bytes = this.#lists ?? (await this.#file.section('lists')).buffer
    for (let place = 0; place < this.hashes.length; place++) {
      const { rows } = rowsIn(bytes, (this.#starts[place] ?? 0) * LIST_UNIT, this.countAt(place))
      yield { hash: this.hashes[place] ?? 0, rows }
    }
  }

  #find(hash: number): number {
    const hashes = this.hashes
    let low = 0
    let high = hashes.length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const found = hashes[middle] ?? 0
      if (found === hash) return middle
      if (found < hash) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

/** The bytes of a list of so many rows. */
export function evenBytes(count: number): number {
  const bytes = count * BYTES_A_POSTING
  return bytes + (bytes % LIST_UNIT)
}

function rowsIn(bytes: ArrayBuffer, from: number, count: number): TermRows {
  const rows = new Uint16Array(bytes, from, count)
  return { rows, frequencies: new Uint8Array(bytes, from + rows.byteLength, count) }
}
