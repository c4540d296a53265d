import type { Segment } from '../segments/segment.ts'
import type { SegmentPool } from '../segments/segment-pool.ts'
import { keyNumber } from '../segments/vector-codes.ts'
import type { CurrentRevision } from './current-revision.ts'

/** The vectors of the served revision by their keys, so that what is unchanged is not embedded again. */
export class KnownVectors {
  readonly #pool: SegmentPool
  readonly #names: readonly string[]
  #opened: readonly Segment[] = []
  #places: Promise<Map<number, { segment: Segment; place: number }>> | undefined

  /** @param served undefined where there is nothing to take over */
  constructor(pool: SegmentPool, served: CurrentRevision | undefined) {
    this.#pool = pool
    this.#names = (served?.segments ?? []).map(({ name }) => name)
  }

  async of(keys: readonly string[]): Promise<Map<string, ArrayLike<number>>> {
    this.#places ??= this.#read()
    const places = await this.#places
    const found = new Map<string, ArrayLike<number>>()
    for (const key of keys) {
      const known = places.get(keyNumber(key))
      const vectors = known?.segment.vectors
      if (known === undefined || vectors === undefined) continue
      const { vectorKey } = await known.segment.row(vectors.rows[known.place] ?? 0)
      // A copy, because a segment may be closed.
      if (vectorKey === key) found.set(key, Float32Array.from(await vectors.at(known.place)))
    }
    return found
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#places])
    await this.#pool.release(this.#opened)
    this.#opened = []
  }

  async #read(): Promise<Map<number, { segment: Segment; place: number }>> {
    const places = new Map<number, { segment: Segment; place: number }>()
    this.#opened = await this.#pool.acquire(this.#names)
    for (const segment of this.#opened) {
      const keys = (await segment.vectors?.keys()) ?? new Float64Array()
      for (const [place, key] of keys.entries()) places.set(key, { segment, place })
    }
    return places
  }
}
