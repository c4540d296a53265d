import { segmentAt, viewOf } from './places.ts'
import type { Segment, StoredRow } from './segment.ts'
import { SEGMENT_ROWS } from './segment-draft.ts'
import type { SegmentView } from './segment-view.ts'

/** Map entry, objects and string header, in bytes: measured roughly. */
const ROW_OVERHEAD = 600

/**
 * Rows of all projects, bounded in bytes: those that searches keep meeting are read once. Segments never change. Without
 * their passages, which are longer than all else together and needed of what is found alone.
 */
export class RowCache {
  readonly #mostBytes: number
  readonly #rows = new Map<number, StoredRow>()
  /** Goes on where it stopped: from the beginning, it would pass all that were deleted again and again. */
  #oldest = this.#rows.entries()
  readonly #numbers = new WeakMap<Segment, number>()
  #segments = 0
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** The rows at these places, in their order; those that are not remembered are read. */
  async rows(views: readonly SegmentView[], places: readonly number[]): Promise<StoredRow[]> {
    const keys = views.map(({ segment }) => this.#numberOf(segment) * SEGMENT_ROWS)
    const keyOf = (place: number) => {
      const { view, row } = viewOf(place)
      return (keys[view] ?? 0) + row
    }
    // Held here: while missing ones are read, other searches may push these out.
    const found = places.map((place) => this.#rows.get(keyOf(place)))
    if (!found.includes(undefined)) return found as StoredRow[]
    return Promise.all(
      found.map(async (known, at) => {
        if (known !== undefined) return known
        const place = places[at] ?? 0
        const { segment, row } = segmentAt(views, place)
        const read = await segment.row(row)
        this.#remember(keyOf(place), read)
        return read
      }),
    )
  }

  #numberOf(segment: Segment): number {
    const known = this.#numbers.get(segment)
    if (known !== undefined) return known
    this.#numbers.set(segment, this.#segments)
    return this.#segments++
  }

  #remember(key: number, row: StoredRow): void {
    if (this.#rows.has(key)) return
    this.#rows.set(key, row)
    this.#bytes += sizeOf(row)
    while (this.#bytes > this.#mostBytes) {
      const { value, done } = this.#oldest.next()
      if (done) {
        this.#oldest = this.#rows.entries()
        continue
      }
      const [oldest, old] = value
      this.#rows.delete(oldest)
      this.#bytes -= sizeOf(old)
    }
  }
}

function sizeOf({ pagePath, terms, variant }: StoredRow): number {
  const { title, version, language } = variant
  const characters = pagePath.length + title.length + version.length + language.length
  return ROW_OVERHEAD + terms.body.buffer.byteLength + 2 * characters
}
