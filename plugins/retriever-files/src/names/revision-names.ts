import { defined, factNumber, isFact, nearestName } from '@docent/content'
import type { IndexedName } from '@docent/core/plugin'
import { sharesGroup, Turns } from '@docent/search'
import { joined } from '../files/layout.ts'
import type { SegmentView } from '../segments/segment-view.ts'

/** Pages that the same groups may read: how many of them have each name, by its number. */
interface Readers {
  groups: readonly string[]
  counts: number[]
  /** The facts of all their pages, in order; undefined until they are asked for. */
  facts?: Int32Array | undefined
}

interface PageNames {
  readers: Readers
  /** Numbers of its names. */
  names: Uint32Array
  facts: Int32Array
}

/** What the names of so many pages take, about, in bytes: 150 a page, and each different one once; and 400 facts. */
export function expectedNameBytes(pages: number): number {
  return pages * 6_000
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
  /** The names of each length that begin or end with the same letter. */
  readonly #byEnds = new Map<string, string[]>()

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
      const facts = known === undefined ? await segment.facts() : []
      const pages: (PageNames | undefined)[] = []
      for (let page = 0; page < segment.pages; page++) {
        if (turns.isOver) await turns.next()
        const isHere = view.hasPage(page)
        const held = known?.[page]
        if (held !== undefined && !isHere) this.#remove(held)
        // A page that is gone never comes back to its segment.
        if (known !== undefined) pages.push(isHere ? held : undefined)
        else if (!isHere) pages.push(undefined)
        else {
          const { groups = [] } = attributes[pageAttributes[page] ?? 0] ?? {}
          pages.push(this.#add(stored[page] ?? '', facts[page] ?? new Int32Array(), groups))
        }
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
    if (isFact(name)) return { isKnown: this.#hasFact(factNumber(name), trustedGroups) }
    const readable = [...this.#readers.values()].filter((readers) => isOpenTo(readers, trustedGroups))
    const isReadable = (number: number | undefined) =>
      number !== undefined && readable.some(({ counts }) => (counts[number] ?? 0) > 0)
    if (isReadable(this.#numbers.get(name))) return { isKnown: true }
    if (!isCompared) return { isKnown: false }
    const others = this.#alike(name).filter((other) => isReadable(this.#numbers.get(other)))
    return { isKnown: false, ...defined({ nearest: nearestName(name, others) }) }
  }

  /** Only these can be near: comparing all names would take several ms. */
  *#alike(name: string): Generator<string> {
    for (const slips of [0, -1, 1, -2, 2])
      for (const end of endsOf(name, name.length + slips)) yield* this.#byEnds.get(end) ?? []
  }

  #hasFact(fact: number, trustedGroups: readonly string[]): boolean {
    for (const readers of this.#readers.values()) {
      if (!isOpenTo(readers, trustedGroups)) continue
      readers.facts ??= this.#factsOf(readers)
      if (holds(readers.facts, fact)) return true
    }
    return false
  }

  /** Takes some ms for a thousand pages, once after each commit. */
  #factsOf(readers: Readers): Int32Array {
    const own = [...this.#pages.values()].flat().filter((page) => page?.readers === readers)
    return joined(own.flatMap((page) => page?.facts ?? [])).sort()
  }

  #add(stored: string, facts: Int32Array, groups: readonly string[]): PageNames {
    const all = [...groups].sort()
    const key = JSON.stringify(all)
    const readers = this.#readers.get(key) ?? { groups: all, counts: [] }
    this.#readers.set(key, readers)
    const lines = stored === '' ? [] : stored.split('\n')
    const names = Uint32Array.from(lines, (name) => this.#number(name))
    readers.facts = undefined
    for (const name of names) readers.counts[name] = (readers.counts[name] ?? 0) + 1
    return { readers, names, facts }
  }

  #remove({ readers, names }: PageNames): void {
    const { counts } = readers
    readers.facts = undefined
    for (const name of names) counts[name] = (counts[name] ?? 1) - 1
  }

  #number(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    // Cut out of a long text, it would keep all of it in memory.
    const own = Buffer.from(name).toString()
    this.#numbers.set(own, this.#numbers.size)
    for (const end of endsOf(own, own.length)) {
      const alike = this.#byEnds.get(end)
      if (alike === undefined) this.#byEnds.set(end, [own])
      else alike.push(own)
    }
    return this.#numbers.size - 1
  }
}

function endsOf(name: string, length: number): string[] {
  return [`${length}${name.charAt(0)}\u2026`, `${length}\u2026${name.at(-1)}`]
}

function isOpenTo({ groups }: Readers, trustedGroups: readonly string[]): boolean {
  return groups.length === 0 || sharesGroup(groups, trustedGroups)
}

function holds(sorted: Int32Array, wanted: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted
}
