import { defined, nearestName } from '@docent/content'
import type { IndexedName } from '@docent/core'
import type { Table } from '@lancedb/lancedb'
import { sharesGroup } from '../revision/page-summaries.ts'
import { difference, idNumbers, readRowIds } from '../search/row-ids.ts'

/** From this share of changed pages on, all are read anew. */
const MOST_CHANGED = 0.2
/** Of few pages, so many may always have changed. */
const CHANGED_ANYWAY = 200

/** Rows between two turns for other work: about 3 ms. */
const ROWS_A_TURN = 100

/** Pages that the same groups may read: how many of them have each name, by its number. */
interface Readers {
  groups: readonly string[]
  counts: number[]
}

interface PageNames {
  readers: Readers
  /** Numbers of its names. */
  names: Uint32Array
}

/** What the names of so many pages take, about, in bytes: 150 a page, and each different one once. */
export function expectedNameBytes(pages: number): number {
  return pages * 3_000
}

/**
 * The names of one revision in memory, apart for each set of groups: what a caller may not read takes no part in a
 * look-up. Follows a commit by reading the pages that changed.
 */
export class RevisionNames {
  readonly #readers = new Map<string, Readers>()
  readonly #pages = new Map<number, PageNames>()
  /** Number of each name that any page had. */
  readonly #numbers = new Map<string, number>()

  static async read(table: Table, signal: AbortSignal): Promise<RevisionNames> {
    const names = new RevisionNames()
    let rows = 0
    for await (const batch of table.query().select(['names', 'groups']).withRowId()) {
      const ids = idNumbers(batch.getChild('_rowid')?.toArray() ?? new BigUint64Array())
      const [stored, groups] = [batch.getChild('names'), batch.getChild('groups')]
      for (let row = 0; row < batch.numRows; row++) {
        names.#add(ids[row] ?? 0, stored?.get(row), groups?.get(row))
        if (++rows % ROWS_A_TURN === 0) await new Promise(setImmediate)
        signal.throwIfAborted()
      }
    }
    return names
  }

  /** Becomes those of another revision of the same table; false, and unchanged, when too much has changed. */
  async moveTo(table: Table, signal: AbortSignal): Promise<boolean> {
    const before = Float64Array.from(this.#pages.keys()).sort()
    const { gone, added } = difference(before, await readRowIds(table, signal, 'file'))
    if (gone.size + added.length > Math.max(CHANGED_ANYWAY, MOST_CHANGED * before.length)) return false
    const rows =
      added.length === 0
        ? undefined
        : await table.takeRowIds(added.map(BigInt)).select(['names', 'groups']).withRowId().toArrow()
    signal.throwIfAborted()
    for (const id of gone) this.#remove(id)
    const [ids, stored, groups] = ['_rowid', 'names', 'groups'].map((name) => rows?.getChild(name))
    for (let row = 0; row < (rows?.numRows ?? 0); row++)
      this.#add(Number(ids?.get(row)), stored?.get(row), groups?.get(row))
    return true
  }

  /** @param isCompared with all others, for the nearest */
  look(name: string, trustedGroups: readonly string[], isCompared = true): IndexedName {
    const readable = [...this.#readers.values()].filter(
      ({ groups }) => groups.length === 0 || sharesGroup(groups, trustedGroups),
    )
    const isReadable = (number: number | undefined) =>
      number !== undefined && readable.some(({ counts }) => (counts[number] ?? 0) > 0)
    if (isReadable(this.#numbers.get(name))) return { isKnown: true }
    if (!isCompared) return { isKnown: false }
    const others = this.#numbers.entries().filter(([, number]) => isReadable(number))
    const nearest = nearestName(
      name,
      others.map(([other]) => other),
    )
    return { isKnown: false, ...defined({ nearest }) }
  }

  #add(id: number, stored: string, groups: Iterable<string>): void {
    const all = [...groups].sort()
    const key = JSON.stringify(all)
    const readers = this.#readers.get(key) ?? { groups: all, counts: [] }
    this.#readers.set(key, readers)
    const names = Uint32Array.from(stored.split('\n').slice(1, -1), (name) => this.#number(name))
    for (const name of names) readers.counts[name] = (readers.counts[name] ?? 0) + 1
    this.#pages.set(id, { readers, names })
  }

  #remove(id: number): void {
    const page = this.#pages.get(id)
    this.#pages.delete(id)
    for (const name of page?.names ?? []) {
      const counts = page?.readers.counts ?? []
      counts[name] = (counts[name] ?? 1) - 1
    }
  }

  #number(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    // Cut out of a long text, it would keep all of it in memory.
    const own = Buffer.from(name).toString()
    this.#numbers.set(own, this.#numbers.size)
    return this.#numbers.size - 1
  }
}
