import { type PassageTerms, type Turns, termFrequencies } from '@docent/search'
import { evenBytes, LIST_UNIT } from './term-lists.ts'

/** Rows, or postings, between two looks at the clock. */
const ROWS_A_LOOK = 256
const POSTINGS_A_LOOK = 65_536

/** The rows of a segment with their terms as they come; made into lists by term at the end. */
export class TermListsDraft {
  /** Hash of a term, with a sign, → its place: others are no small integers of V8, and cost twice as much. */
  readonly #places = new Map<number, number>()
  /** Place of the term and its frequency, row by row. */
  #terms = new Uint32Array(1024)
  #frequencies = new Uint8Array(1024)
  readonly #ends: number[] = []
  #size = 0

  add(terms: PassageTerms): void {
    for (const [hash, frequency] of termFrequencies(terms)) {
      let place = this.#places.get(hash)
      if (place === undefined) {
        place = this.#places.size
        this.#places.set(hash, place)
      }
      if (this.#size === this.#terms.length) {
        this.#terms = grown(this.#terms, new Uint32Array(2 * this.#size))
        this.#frequencies = grown(this.#frequencies, new Uint8Array(2 * this.#size))
      }
      this.#terms[this.#size] = place
      this.#frequencies[this.#size++] = frequency
    }
    this.#ends.push(this.#size)
  }

  /** The hashes of its terms, where the list of each begins (see `TermLists`), and the lists. */
  async collect(turns: Turns): Promise<{ hashes: Uint32Array; starts: Uint32Array; lists: Uint8Array }> {
    const hashes = Uint32Array.from(this.#places.keys()).sort()
    /** Place of a term in order of hashes, by its place here. */
    const ordered = new Uint32Array(hashes.length)
    for (const [at, hash] of hashes.entries()) ordered[this.#places.get(hash | 0) ?? 0] = at
    const counts = new Uint32Array(hashes.length)
    for (let at = 0; at < this.#size; at++) {
      if (at % POSTINGS_A_LOOK === 0 && turns.isOver) await turns.next()
      const place = ordered[this.#terms[at] ?? 0] ?? 0
      counts[place] = (counts[place] ?? 0) + 1
    }
    const starts = new Uint32Array(hashes.length + 1)
    for (let place = 0; place < hashes.length; place++)
      starts[place + 1] = (starts[place] ?? 0) + evenBytes(counts[place] ?? 0) / LIST_UNIT
    const lists = new Uint8Array((starts.at(-1) ?? 0) * LIST_UNIT)
    const rows = new Uint16Array(lists.buffer)
    /** Rows that the list of each term has so far. */
    const filled = new Uint32Array(hashes.length)
    let at = 0
    for (const [row, end] of this.#ends.entries()) {
      if (row % ROWS_A_LOOK === 0 && turns.isOver) await turns.next()
      for (; at < end; at++) {
        const place = ordered[this.#terms[at] ?? 0] ?? 0
        const start = starts[place] ?? 0
        const next = filled[place] ?? 0
        filled[place] = next + 1
        rows[start + next] = row
        lists[(start + (counts[place] ?? 0)) * LIST_UNIT + next] = this.#frequencies[at] ?? 0
      }
    }
    return { hashes, starts, lists }
  }
}

function grown<Numbers extends Uint32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
