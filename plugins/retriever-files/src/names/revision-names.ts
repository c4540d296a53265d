import { defined, nearestName } from '@docent/content'
import type { IndexedName } from '@docent/core'
import { Turns } from '../files/turns.ts'
import { sharesGroup } from '../search/passage-filter.ts'
import type { SegmentView } from '../segments/segment-view.ts'

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
  /** Of each segment, the names of its pages; undefined for a page that is gone. */
  #pages = new Map<string, (PageNames | undefined)[]>()
  /** Number of each name that any page had. */
  readonly #numbers = new Map<string, number>()

  static async read(views: readonly SegmentView[], signal: AbortSignal): Promise<RevisionNames> {
    const names = new RevisionNames()
    await names.moveTo(views, signal)
    return names
  }

  /** Becomes those of another revision: only segments that are new are read. When it is aborted, it is good for nothing more. */
  async moveTo(views: readonly SegmentView[], signal: AbortSignal): Promise<void> {
    const turns = new Turns(signal)
    const before = this.#pages
    this.#pages = new Map()
    for (const view of views) {
      const { segment } = view
      const { attributes, pageAttributes } = segment
      const known = before.get(segment.name)
      before.delete(segment.name)
      const stored = known === undefined ? await segment.names(turns) : []
      const pages: (PageNames | undefined)[] = []
      for (let page = 0; page < segment.pages; page++) {
        if (turns.isOver) await turns.next()
        const isHere = view.hasPage(page)
        const held = known?.[page]
        if (held !== undefined && !isHere) this.#remove(held)
        // A page that is gone never comes back to its segment.
        if (known !== undefined) pages.push(isHere ? held : undefined)
        else if (!isHere) pages.push(undefined)
        else pages.push(this.#add(stored[page] ?? '', attributes[pageAttributes[page] ?? 0]?.groups ?? []))
      }
      this.#pages.set(segment.name, pages)
    }
    for (const pages of before.values())
      for (const page of pages) {
        if (turns.isOver) await turns.next()
        if (page !== undefined) this.#remove(page)
      }
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

  #add(stored: string, groups: readonly string[]): PageNames {
    const all = [...groups].sort()
    const key = JSON.stringify(all)
    const readers = this.#readers.get(key) ?? { groups: all, counts: [] }
    this.#readers.set(key, readers)
    const names = Uint32Array.from(stored === '' ? [] : stored.split('\n'), (name) => this.#number(name))
    for (const name of names) readers.counts[name] = (readers.counts[name] ?? 0) + 1
    return { readers, names }
  }

  #remove({ readers: { counts }, names }: PageNames): void {
    for (const name of names) counts[name] = (counts[name] ?? 1) - 1
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
