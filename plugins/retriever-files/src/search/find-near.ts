import type { RetrievalFilter } from '@docent/core/plugin'
import { BestRows, bitsIn, Turns } from '@docent/search'
import { placeOf, viewOf } from '../segments/places.ts'
import { rowTest } from '../segments/row-test.ts'
import type { SegmentView } from '../segments/segment-view.ts'
import { signCodes } from '../segments/vector-codes.ts'

/** Products of two numbers that all vectors may cost: about 5 ms. With more, only those whose signs agree are compared. */
const MOST_PRODUCTS = 4_000_000
/** Of the vectors whose signs agree best, ten are compared for each that is wanted. */
const COMPARED_FOR_ONE = 10
const VECTORS_A_LOOK = 256

export interface NearRequest {
  views: readonly SegmentView[]
  filter: RetrievalFilter
  limit: number
  signal?: AbortSignal | undefined
}

/** The rows whose vectors point most nearly as this one does (by cosine): their places, the nearest first. */
export async function findNear(vector: readonly number[], request: NearRequest): Promise<number[]> {
  const wanted = Float32Array.from(vector)
  const products = request.views.reduce(
    (sum, { segment }) => sum + (segment.vectors?.count ?? 0) * wanted.length,
    0,
  )
  return products <= MOST_PRODUCTS ? nearestOfAll(wanted, request) : nearestOfAgreeing(wanted, request)
}

async function nearestOfAll(
  wanted: Float32Array,
  { views, filter, limit, signal }: NearRequest,
): Promise<number[]> {
  const near = new BestRows(limit)
  const turns = new Turns(signal)
  const norm = Math.sqrt(dot(wanted, wanted))
  for (const [at, view] of views.entries()) {
    const { vectors } = view.segment
    if (vectors === undefined) continue
    const mayBeFound = rowTest(view, filter)
    const values = await vectors.all()
    for (const [place, row] of vectors.rows.entries()) {
      if (place % VECTORS_A_LOOK === 0 && turns.isOver) await turns.next()
      if (!mayBeFound(row)) continue
      const start = place * wanted.length
      near.add(placeOf(at, row), nearness(values.subarray(start, start + wanted.length), wanted, norm))
    }
  }
  return near.sorted().map(({ row }) => row)
}

async function nearestOfAgreeing(wanted: Float32Array, request: NearRequest): Promise<number[]> {
  const near = new BestRows(request.limit)
  const norm = Math.sqrt(dot(wanted, wanted))
  const places = await agreeing(wanted, { ...request, limit: request.limit * COMPARED_FOR_ONE })
  await Promise.all(
    places.map(async (place) => {
      const { view, row } = viewOf(place)
      const vectors = request.views[view]?.segment.vectors
      if (vectors === undefined) return
      const found = vectors.at(vectors.placeOf(row))
      near.add(place, nearness(found instanceof Promise ? await found : found, wanted, norm))
    }),
  )
  return near.sorted().map(({ row }) => row)
}

/** The rows whose vectors have the same sign in most dimensions. */
async function agreeing(
  wanted: Float32Array,
  { views, filter, limit, signal }: NearRequest,
): Promise<number[]> {
  const code = signCodes(wanted)
  const best = new BestRows(limit)
  const turns = new Turns(signal)
  for (const [at, view] of views.entries()) {
    const { vectors } = view.segment
    if (vectors === undefined) continue
    const mayBeFound = rowTest(view, filter)
    const { codes, rows, words, dimensions } = vectors
    for (let place = 0; place < rows.length; place++) {
      let different = 0
      for (let word = 0; word < words; word++)
        different += bitsIn((codes[place * words + word] ?? 0) ^ (code[word] ?? 0))
      const score = dimensions + 1 - different
      const row = rows[place] ?? 0
      if (score > best.least && mayBeFound(row)) best.add(placeOf(at, row), score)
    }
    if (turns.isOver) await turns.next()
  }
  return best.sorted().map(({ row }) => row)
}

/** From 0 to 2, because what is kept is above 0: 1 and the cosine. 0 for a vector that points nowhere. */
function nearness(values: Float32Array, wanted: Float32Array, norm: number): number {
  const length = Math.sqrt(dot(values, values))
  return length === 0 ? 0 : 1 + dot(values, wanted) / (length * norm)
}

function dot(first: Float32Array, second: Float32Array): number {
  let sum = 0
  for (let at = 0; at < first.length; at++) sum += (first[at] ?? 0) * (second[at] ?? 0)
  return sum
}
