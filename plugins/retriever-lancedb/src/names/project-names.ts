import type { CallOptions, IndexedName } from '@docent/core'
import type { OpenRevision } from '../revision/revision-reader.ts'
import type { PostingsMemory } from '../search/postings-memory.ts'
import { expectedNameBytes, RevisionNames } from './revision-names.ts'
import { storedName } from './stored-names.ts'

/** The first format whose pages have their names beside them. */
const FORMAT_WITH_NAMES = 6

/** Unknown names of one look-up that are compared with all others for a suggestion. */
const MOST_COMPARED = 20
/** Names that one look-up searches for in the table. Of the others nothing is said, so that none is called invented. */
const MOST_SEARCHED = 200

interface Held {
  /** The tables and their version. */
  revision: string
  tables: string
  names: RevisionNames
  bytes: number
}

export interface NameOptions extends CallOptions {
  trustedGroups?: readonly string[]
}

/** Before the first commit there is no name. */
export function unknownNames(names: readonly string[]): ReadonlyMap<string, IndexedName> {
  return new Map(names.map((name) => [name, { isKnown: false }]))
}

/** The names of one project's pages, read with the first look-up and kept in step with the revision that is served. */
export class ProjectNames {
  readonly #memory: PostingsMemory
  #held: Held | undefined
  /** One look-up after another, so that the second finds what the first has read. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(memory: PostingsMemory) {
    this.#memory = memory
  }

  look(
    revision: OpenRevision,
    names: readonly string[],
    { signal = new AbortController().signal, trustedGroups = [] }: NameOptions,
  ): Promise<ReadonlyMap<string, IndexedName>> {
    const found = this.#turn.then(() => this.#look(revision, names, trustedGroups, signal))
    this.#turn = found.catch(() => {})
    return found
  }

  close(): void {
    if (this.#held !== undefined) this.#memory.giveBack(this.#held.bytes)
    this.#held = undefined
  }

  async #look(
    revision: OpenRevision,
    names: readonly string[],
    trustedGroups: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, IndexedName>> {
    // An older index cannot tell. It is being built anew, and until then no name is called invented.
    if (revision.current.format < FORMAT_WITH_NAMES)
      return new Map(names.map((name) => [name, { isKnown: true }]))
    const held = await this.#current(revision, signal)
    const { pages } = revision.tables
    const found = new Map<string, IndexedName>()
    let compared = 0
    for (const name of names) {
      if (held === undefined) {
        found.set(
          name,
          found.size < MOST_SEARCHED ? await storedName(pages, name, trustedGroups) : { isKnown: true },
        )
        continue
      }
      const isCompared = compared < MOST_COMPARED
      const look = held.look(name, trustedGroups, isCompared)
      found.set(name, look)
      if (look.isKnown || !isCompared) continue
      compared++
      // A large index has a million names, and others wait.
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
    return found
  }

  /** Undefined when there is no memory for all names. */
  async #current({ current, tables }: OpenRevision, signal: AbortSignal): Promise<RevisionNames | undefined> {
    const revision = `${current.tables} ${current.pagesVersion}`
    const before = this.#held
    if (before?.revision === revision) return before.names
    if (before?.tables === current.tables && (await before.names.moveTo(tables.pages, signal))) {
      before.revision = revision
      return before.names
    }
    this.close()
    const bytes = expectedNameBytes(current.pages)
    if (!this.#memory.take(bytes)) return undefined
    try {
      const names = await RevisionNames.read(tables.pages, signal)
      this.#held = { revision, tables: current.tables, names, bytes }
      return names
    } catch (error) {
      this.#memory.giveBack(bytes)
      throw error
    }
  }
}
