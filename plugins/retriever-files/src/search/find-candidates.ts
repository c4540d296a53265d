import type { RetrievalFilter } from '@docent/core/plugin'
import { BestRows, lengthOfStep, type TermStatistics, Turns } from '@docent/search'
import { placeOf } from '../segments/places.ts'
import { rowTest } from '../segments/row-test.ts'
import { SEGMENT_ROWS } from '../segments/segment-draft.ts'
import type { SegmentView } from '../segments/segment-view.ts'
import { ReadBuffer, type TermRows } from '../segments/term-lists.ts'

/** Of BM25, as its authors have them (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
const K1 = 1.2
const B = 0.75

/** Frequencies, and steps of lengths, have a byte each. */
const BYTE = 256

/** Of those that are kept for later searches: each holds what a query's words have in one segment. */
const MOST_BUFFERS = 8

export interface CandidateRequest {
  views: readonly SegmentView[]
  /** Of the passages that the caller may see: rare words of others must not order what is found. */
  statistics: TermStatistics
  filter: RetrievalFilter
  limit: number
  signal?: AbortSignal | undefined
}

/** Finds the rows with the best BM25 score over all their fields: 0.3 ms at 40,000 rows. */
export class CandidateSearch {
  /** Of one segment; zero between two segments. */
  readonly #scores = new Float32Array(SEGMENT_ROWS)
  readonly #touched = new Uint16Array(SEGMENT_ROWS)
  /** Two for each search that may run at once. */
  readonly #buffers: ReadBuffer[] = []
  /** What a term is worth in a row beside its rarity, by frequency and length. */
  readonly #impacts = new WeakMap<TermStatistics, Float32Array>()

  /** Places of the best rows with any of the terms, the best first. */
  async find(hashes: readonly number[], request: CandidateRequest): Promise<number[]> {
    const { views, statistics, filter, limit, signal } = request
    const different = [...new Set(hashes)]
    const worths = different.map((hash) => statistics.rarity(hash))
    const impacts = this.#impactsOf(statistics)
    const best = new BestRows(limit)
    const turns = new Turns(signal)
    // What is in a file is read into one of them while the segment before it, in the other, is summed up.
    const buffers = [
      this.#buffers.pop() ?? new ReadBuffer(),
      this.#buffers.pop() ?? new ReadBuffer(),
    ] as const
    const rowsOf = (at: number) =>
      views[at]?.segment.lists.rowsOf(different, buffers[at % 2 === 0 ? 0 : 1]) ?? []
    let next = rowsOf(0)
    for (const [at, view] of views.entries()) {
      const rows = next instanceof Promise ? await next : next
      next = rowsOf(at + 1)
      // Awaited with its segment; when the search ends before, nobody asks for its failure.
      if (next instanceof Promise) next.catch(() => {})
      if (turns.isOver) await turns.next()
      this.#collect(
        view,
        at,
        sumUp(rows, worths, view.segment.lengthSteps, impacts, this.#scores, this.#touched),
        filter,
        best,
      )
    }
    if (this.#buffers.length < MOST_BUFFERS) this.#buffers.push(...buffers)
    return best.sorted().map(({ row }) => row)
  }

  /** Offers the rows that were summed up, and sets their scores back to 0. */
  #collect(view: SegmentView, at: number, count: number, filter: RetrievalFilter, best: BestRows): void {
    const mayBeFound = rowTest(view, filter)
    for (let each = 0; each < count; each++) {
      const row = this.#touched[each] ?? 0
      const score = this.#scores[row] ?? 0
      this.#scores[row] = 0
      if (score > best.least && mayBeFound(row)) best.add(placeOf(at, row), score)
    }
  }

  #impactsOf(statistics: TermStatistics): Float32Array {
    const known = this.#impacts.get(statistics)
    if (known !== undefined) return known
    const impacts = new Float32Array(BYTE * BYTE)
    for (let step = 0; step < BYTE; step++) {
      const length = K1 * (1 - B + (B * lengthOfStep(step)) / statistics.weighedLength)
      for (let frequency = 1; frequency < BYTE; frequency++)
        impacts[frequency * BYTE + step] = (frequency * (K1 + 1)) / (frequency + length)
    }
    this.#impacts.set(statistics, impacts)
    return impacts
  }
}

/** Adds the scores of the rows that have any of the terms, and answers how many those are. */
function sumUp(
  terms: readonly TermRows[],
  worths: readonly number[],
  steps: Uint8Array,
  impacts: Float32Array,
  scores: Float32Array,
  touched: Uint16Array,
): number {
  let count = 0
  for (const [term, { rows, frequencies }] of terms.entries()) {
    const worth = worths[term] ?? 0
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0
      const score = scores[row] ?? 0
      if (score === 0) touched[count++] = row
      scores[row] = score + worth * (impacts[(frequencies[at] ?? 0) * BYTE + (steps[row] ?? 0)] ?? 0)
    }
  }
  return count
}
