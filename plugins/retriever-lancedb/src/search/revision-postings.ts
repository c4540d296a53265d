import type { Table } from '@lancedb/lancedb'
import { decodeTerms } from '../words/passage-terms.ts'
import { Postings, type ReadPostings } from './postings.ts'
import { difference, readRowIds } from './row-ids.ts'

/** From this share of changed rows on, all are read anew. */
const MOST_CHANGED = 0.05
/** Of few rows, so many may always have changed. */
const CHANGED_ANYWAY = 500

interface AddedRow {
  id: number
  isLimited: boolean
  /** What each of its terms is worth. */
  impacts: ReadonlyMap<number, number>
}

/** Postings with what has changed up to one revision: finds exactly the rows that this revision has. */
export class RevisionPostings {
  readonly #postings: Postings
  /** Places of rows that the revision does not have any more. */
  readonly #gone: ReadonlySet<number>
  /** Rows that came since. */
  readonly #added: readonly AddedRow[]

  private constructor(postings: Postings, gone: ReadonlySet<number>, added: readonly AddedRow[]) {
    this.#postings = postings
    this.#gone = gone
    this.#added = added
  }

  /** @throws NoRoomForPostings when not even the terms fit into the memory */
  static async read(request: ReadPostings): Promise<RevisionPostings> {
    return new RevisionPostings(await Postings.read(request), new Set(), [])
  }

  /** What it takes in memory, but for the rows that came since. */
  get bytes(): number {
    return this.#postings.bytes
  }

  /** What it has in a file. */
  get fileBytes(): number {
    return this.#postings.fileBytes
  }

  /** Of all revisions that share its postings. */
  close(): Promise<void> {
    return this.#postings.close()
  }

  /** The same for another revision of the same tables; undefined when so much has changed that all must be read. */
  async at(table: Table, signal: AbortSignal): Promise<RevisionPostings | undefined> {
    const { gone, added } = difference(this.#postings.sortedIds, await readRowIds(table, signal))
    const most = Math.max(CHANGED_ANYWAY, MOST_CHANGED * this.#postings.sortedIds.length)
    if (gone.size + added.length > most) return undefined
    const known = new Map(this.#added.map((row) => [row.id, row]))
    const unknown = added.filter((id) => !known.has(id)).map(BigInt)
    if (unknown.length > 0) {
      const found = await table.takeRowIds(unknown).select(['terms', 'restricted']).withRowId().toArrow()
      const [ids, terms, restricted] = ['_rowid', 'terms', 'restricted'].map((name) => found.getChild(name))
      for (let row = 0; row < found.numRows; row++) {
        const id = Number(ids?.get(row))
        const impacts = this.#postings.impacts(decodeTerms(terms?.get(row)))
        known.set(id, { id, isLimited: restricted?.get(row), impacts })
      }
    }
    signal.throwIfAborted()
    return new RevisionPostings(
      this.#postings,
      this.#postings.places(gone),
      added.flatMap((id) => known.get(id) ?? []),
    )
  }

  /**
   * Row ids of the best candidates with any of the terms, the best first; undefined when the postings are closed.
   *
   * @param visible `open` leaves out what is limited to groups
   */
  async search(
    hashes: readonly number[],
    limit: number,
    visible: 'all' | 'open',
  ): Promise<bigint[] | undefined> {
    const different = [...new Set(hashes)]
    const found = await this.#postings.search(different, limit, { gone: this.#gone, visible })
    if (found === undefined) return undefined
    if (this.#added.length === 0) return found.map(({ id }) => BigInt(id))
    const worths = different.map((hash) => [hash, this.#postings.rarity(hash)] as const)
    for (const { id, isLimited, impacts } of this.#added) {
      if (isLimited && visible === 'open') continue
      const score = worths.reduce((sum, [hash, rarity]) => sum + rarity * (impacts.get(hash) ?? 0), 0)
      if (score > 0) found.push({ id, score })
    }
    return found
      .sort((first, second) => second.score - first.score)
      .slice(0, limit)
      .map(({ id }) => BigInt(id))
  }
}
