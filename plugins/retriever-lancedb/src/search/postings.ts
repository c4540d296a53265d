import type { Table } from '@lancedb/lancedb'
import { decodeTerms, type PassageTerms } from '../words/passage-terms.ts'
import { BestRows } from './best-rows.ts'
import { ReadBuffer } from './postings-file.ts'
import type { PostingsMemory } from './postings-memory.ts'
import { PostingsRoom } from './postings-room.ts'
import {
  impactOf,
  MOST_IMPACT,
  type PostingsSegment,
  SEGMENT_ROWS,
  SegmentDraft,
  STEPS,
  type TermRows,
  weigh,
} from './postings-segment.ts'
import { idNumbers, joined } from './row-ids.ts'
import { rarityOf } from './term-statistics.ts'

/** Rows between two turns for other work: 2 to 5 ms. */
const ROWS_A_TURN = 250

/** Of those that are kept for later searches: each holds what a query's words have in one segment. */
const MOST_BUFFERS = 8

const NONE: ReadonlySet<number> = new Set()

/** A row that a search by words found. */
interface Found {
  id: number
  score: number
}

export interface ReadPostings {
  table: Table
  /** Of its rows in terms, see `TermStatistics.weighedLength`. */
  averageLength: number
  memory: PostingsMemory
  /** For a file of what has no room in memory. */
  folder: string
  signal: AbortSignal
}

/**
 * Which passages have a term: finds the candidates of a search in a tenth of the time that a query of LanceDB takes to
 * be planned. In memory, and in a file as far as there is no room. Knows the rows of one moment; what came and went
 * since is told by `RevisionPostings`.
 */
export class Postings {
  readonly #ids: Float64Array
  /** The same, ascending. */
  readonly sortedIds: Float64Array
  readonly #segments: readonly PostingsSegment[]
  /** Places of rows that are limited to groups. */
  readonly #limited: ReadonlySet<number>
  readonly #averageLength: number
  readonly #room: PostingsRoom
  /** Of one segment; zero between two segments. */
  readonly #scores: Float32Array
  readonly #touched: Uint16Array
  /** Two for each search that may run at once. */
  readonly #buffers: ReadBuffer[] = []

  private constructor(
    ids: Float64Array,
    limited: ReadonlySet<number>,
    averageLength: number,
    room: PostingsRoom,
  ) {
    this.#ids = ids
    this.sortedIds = isAscending(ids) ? ids : ids.slice().sort()
    this.#segments = room.segments
    this.#limited = limited
    this.#averageLength = averageLength
    this.#room = room
    const rows = Math.min(ids.length, SEGMENT_ROWS)
    this.#scores = new Float32Array(rows)
    this.#touched = new Uint16Array(rows)
  }

  /**
   * Reads all rows of a table, with turns for other work: about a second of them at 40,000 passages.
   *
   * @throws NoRoomForPostings when not even the terms fit into the memory
   */
  static async read({ table, averageLength, memory, folder, signal }: ReadPostings): Promise<Postings> {
    const room = new PostingsRoom(memory, folder)
    const ids: Float64Array[] = []
    let count = 0
    const limited = new Set<number>()
    let draft = new SegmentDraft(averageLength)
    try {
      for await (const batch of table.query().select(['terms', 'restricted']).withRowId()) {
        const [rowIds, terms, restricted] = ['_rowid', 'terms', 'restricted'].map((name) =>
          batch.getChild(name),
        )
        ids.push(idNumbers(rowIds?.toArray() ?? new BigUint64Array()))
        for (let row = 0; row < batch.numRows; row++) {
          if (restricted?.get(row)) limited.add(count)
          count++
          draft.add(decodeTerms(terms?.get(row)))
          if (draft.rows === SEGMENT_ROWS) {
            await room.add(draft.collect(), draft.rows)
            draft = new SegmentDraft(averageLength)
          }
          if (row % ROWS_A_TURN !== 0) continue
          await new Promise(setImmediate)
          signal.throwIfAborted()
        }
      }
      if (draft.rows > 0) await room.add(draft.collect(), draft.rows)
      const postings = new Postings(joined(ids), limited, averageLength, room)
      await room.take(postings.#ownBytes)
      signal.throwIfAborted()
      return postings
    } catch (error) {
      await room.close()
      throw error
    }
  }

  /** In memory. */
  get bytes(): number {
    return this.#room.bytes
  }

  get fileBytes(): number {
    return this.#room.fileBytes
  }

  /** Beside its segments. */
  get #ownBytes(): number {
    const ids = this.#ids.byteLength * (this.sortedIds === this.#ids ? 1 : 2)
    return ids + this.#scores.byteLength + this.#touched.byteLength
  }

  /** Gives the memory back. A search that runs goes on, and later ones of postings with a file find nothing to read. */
  close(): Promise<void> {
    return this.#room.close()
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
    const count = this.#segments.reduce((sum, segment) => sum + segment.count(hash), 0)
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
   * all are visible: 0.2 ms at 40,000 passages. Undefined when the postings are closed.
   */
  search(
    hashes: readonly number[],
    limit: number,
    rows: { gone: ReadonlySet<number>; visible: 'all' | 'open' },
  ): Promise<Found[] | undefined> {
    return this.#room.use(() => this.#search(hashes, limit, rows))
  }

  async #search(
    hashes: readonly number[],
    limit: number,
    { gone, visible }: { gone: ReadonlySet<number>; visible: 'all' | 'open' },
  ): Promise<Found[]> {
    const hidden = visible === 'all' ? NONE : this.#limited
    const worths = hashes.map((hash) => (this.rarity(hash) * MOST_IMPACT) / STEPS)
    const scores = this.#scores
    const touched = this.#touched
    const best = new BestRows(limit)
    // What is in a file is read into one of them while the segment before it, in the other, is summed up.
    const buffers = [
      this.#buffers.pop() ?? new ReadBuffer(),
      this.#buffers.pop() ?? new ReadBuffer(),
    ] as const
    const rowsOf = (at: number) => this.#segments[at]?.rowsOf(hashes, buffers[at % 2 === 0 ? 0 : 1]) ?? []
    let next = rowsOf(0)
    for (let at = 0; at < this.#segments.length; at++) {
      const rows = await next
      next = rowsOf(at + 1)
      const count = sumUp(rows, worths, scores, touched)
      const first = at * SEGMENT_ROWS
      for (let each = 0; each < count; each++) {
        const row = touched[each] ?? 0
        const score = scores[row] ?? 0
        scores[row] = 0
        if (score > best.least && !gone.has(first + row) && !hidden.has(first + row))
          best.add(first + row, score)
      }
    }
    if (this.#buffers.length < MOST_BUFFERS) this.#buffers.push(...buffers)
    return best.sorted().map(({ row, score }) => ({ id: this.#ids[row] ?? 0, score }))
  }
}

/** Adds the scores of the rows that have any of the terms, and answers how many those are. */
function sumUp(
  terms: readonly TermRows[],
  worths: readonly number[],
  scores: Float32Array,
  touched: Uint16Array,
): number {
  let count = 0
  for (const [term, { rows, impacts }] of terms.entries()) {
    const worth = worths[term] ?? 0
    for (let at = 0; at < rows.length; at++) {
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
