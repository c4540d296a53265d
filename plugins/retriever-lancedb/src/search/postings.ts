import type { Table } from '@lancedb/lancedb'
import { decodeTerms, type PassageTerms } from '../words/passage-terms.ts'
import { BestRows } from './best-rows.ts'
import {
  impactOf,
  MOST_IMPACT,
  type PostingsSegment,
  SEGMENT_ROWS,
  SegmentDraft,
  STEPS,
  weigh,
} from './postings-segment.ts'
import { idNumbers, joined } from './row-ids.ts'
import { rarityOf } from './term-statistics.ts'

/** Rows between two turns for other work: 2 to 5 ms. */
const ROWS_A_TURN = 250
/**
 * What one row takes in documentation of 25 sites, in bytes, about: 54 different terms of three bytes, its share of the
 * vocabulary of its segment, and its id.
 */
export const BYTES_A_ROW = 54 * 3 + 24 + 8

const NONE: ReadonlySet<number> = new Set()

/** A row that a search by words found. */
interface Found {
  id: number
  score: number
}

interface Parts {
  ids: Float64Array
  segments: readonly PostingsSegment[]
  limited: ReadonlySet<number>
  averageLength: number
}

/**
 * Which passages have a term, in memory: finds the candidates of a search in a tenth of the time that a query of
 * LanceDB takes to be planned. Knows the rows of one moment; what came and went since is told by `RevisionPostings`.
 */
export class Postings {
  readonly #ids: Float64Array
  /** The same, ascending. */
  readonly sortedIds: Float64Array
  readonly #segments: readonly PostingsSegment[]
  /** Places of rows that are limited to groups. */
  readonly #limited: ReadonlySet<number>
  readonly #averageLength: number
  /** Of one segment; zero between two searches. */
  readonly #scores: Float32Array
  readonly #touched: Uint16Array

  private constructor({ ids, segments, limited, averageLength }: Parts) {
    this.#ids = ids
    this.sortedIds = isAscending(ids) ? ids : ids.slice().sort()
    this.#segments = segments
    this.#limited = limited
    this.#averageLength = averageLength
    const rows = Math.min(ids.length, SEGMENT_ROWS)
    this.#scores = new Float32Array(rows)
    this.#touched = new Uint16Array(rows)
  }

  /**
   * Reads all rows of a table, with turns for other work: about a second of them at 40,000 passages.
   *
   * @param averageLength of its rows in terms, see `TermStatistics.weighedLength`
   */
  static async read(table: Table, averageLength: number, signal: AbortSignal): Promise<Postings> {
    const ids: Float64Array[] = []
    let count = 0
    const limited = new Set<number>()
    const segments: PostingsSegment[] = []
    let draft = new SegmentDraft(averageLength)
    for await (const batch of table.query().select(['terms', 'restricted']).withRowId()) {
      const [rowIds, terms, restricted] = ['_rowid', 'terms', 'restricted'].map((name) =>
        batch.getChild(name),
      )
      ids.push(idNumbers(rowIds?.toArray() ?? new BigUint64Array()))
      for (let row = 0; row < batch.numRows; row++) {
        if (restricted?.get(row)) limited.add(count)
        count++
        draft.add(decodeTerms(terms?.get(row)))
        if (draft.isFull) {
          segments.push(draft.collect())
          draft = new SegmentDraft(averageLength)
        }
        if (row % ROWS_A_TURN !== 0) continue
        await new Promise(setImmediate)
        signal.throwIfAborted()
      }
    }
    if (!draft.isEmpty) segments.push(draft.collect())
    return new Postings({ ids: joined(ids), segments, limited, averageLength })
  }

  /** What it takes in memory. */
  get bytes(): number {
    const ids = this.#ids.byteLength * (this.sortedIds === this.#ids ? 1 : 2)
    const own = ids + this.#scores.byteLength + this.#touched.byteLength
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, own)
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
    let count = 0
    for (const segment of this.#segments) {
      const found = segment.find(hash)
      if (found !== undefined) count += found.end - found.start
    }
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
    const terms = hashes.map((hash) => ({ hash, worth: (this.rarity(hash) * MOST_IMPACT) / STEPS }))
    const scores = this.#scores
    const touched = this.#touched
    const best = new BestRows(limit)
    for (const [at, segment] of this.#segments.entries()) {
      const count = sumUp(segment, terms, scores, touched)
      const first = at * SEGMENT_ROWS
      for (let each = 0; each < count; each++) {
        const row = touched[each] ?? 0
        const score = scores[row] ?? 0
        scores[row] = 0
        if (score > best.least && !gone.has(first + row) && !hidden.has(first + row))
          best.add(first + row, score)
      }
    }
    return best.sorted().map(({ row, score }) => ({ id: this.#ids[row] ?? 0, score }))
  }
}

/** Adds the scores of the rows that have any of the terms, and answers how many those are. */
function sumUp(
  segment: PostingsSegment,
  terms: readonly { hash: number; worth: number }[],
  scores: Float32Array,
  touched: Uint16Array,
): number {
  const { rows, impacts } = segment
  let count = 0
  for (const { hash, worth } of terms) {
    const found = segment.find(hash)
    if (found === undefined) continue
    for (let at = found.start; at < found.end; at++) {
      const row = rows[at] ?? 0
      const score = scores[row] ?? 0
      if (score === 0) touched[count++] = row
      scores[row] = score + worth * (impacts[at] ?? 0)
    }
  }
  return count
}

function isAscending(numbers: Float64Array): boolean {
  for (let at = 1; at < numbers.length; at++) if ((numbers[at] ?? 0) < (numbers[at - 1] ?? 0)) return false
  return true
}
