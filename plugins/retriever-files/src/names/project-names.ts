import { isFact, isSpaceKey } from '@docent/content'
import type { CallOptions, IndexedName } from '@docent/core/plugin'
import type { OpenRevision } from '../revision/revision-reader.ts'
import type { MemoryBudget } from '../segments/memory-budget.ts'
import { expectedNameBytes, RevisionNames } from './revision-names.ts'
import { storedNames } from './stored-names.ts'

/** Unknown names of one look-up that are compared with all others for a suggestion. */
const MOST_COMPARED = 20
interface Held {
  current: OpenRevision['current']
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
  readonly #memory: MemoryBudget
  #held: Held | undefined
  /** One look-up after another, so that the second finds what the first has read. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(memory: MemoryBudget) {
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
    const held = await this.#current(revision, signal)
    if (held === undefined) return storedNames(revision.views, names, trustedGroups, signal)
    const found = new Map<string, IndexedName>()
    let compared = 0
    for (const name of names) {
      const isCompared = compared < MOST_COMPARED && !isSpaceKey(name)
      const look = held.look(name, trustedGroups, isCompared)
      found.set(name, look)
      if (look.isKnown || !isCompared || isFact(name)) continue
      compared++
      // A large index has a million names, and others wait.
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
    return found
  }

  /** Undefined when there is no memory for all names. */
  async #current(revision: OpenRevision, signal: AbortSignal): Promise<RevisionNames | undefined> {
    const before = this.#held
    if (before?.current === revision.current) return before.names
    const bytes = expectedNameBytes(revision.current.pages)
    this.close()
    if (!this.#memory.take(bytes)) return undefined
    try {
      const names = before?.names ?? (await RevisionNames.read(revision.views, signal))
      if (before !== undefined) await names.moveTo(revision.views, signal)
      this.#held = { current: revision.current, names, bytes }
      return names
    } catch (error) {
      this.#memory.giveBack(bytes)
      throw error
    }
  }
}
