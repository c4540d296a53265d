import type { CurrentRevision } from '../tables/current-revision.ts'
import type { ProjectTables } from '../tables/project-tables.ts'
import { expectedBytes, type PostingsMemory, RevisionPostings } from './revision-postings.ts'
import type { TermStatistics } from './term-statistics.ts'

/** Told when postings have no memory, and how much they need: searches stay slower. */
export type NoRoom = (passages: number, bytes: number) => void

interface Revision {
  readonly current: CurrentRevision
  readonly tables: ProjectTables
  readonly statistics: TermStatistics
}

/** The newest postings of one project, within the memory that all projects share. */
export class KeptPostings {
  readonly #memory: PostingsMemory
  readonly #onNoRoom: NoRoom
  /** With the memory that they have, and the tables that they are of. */
  #kept: { tables: string; bytes: number; newest: RevisionPostings } | undefined

  constructor(memory: PostingsMemory, onNoRoom: NoRoom) {
    this.#memory = memory
    this.#onNoRoom = onNoRoom
  }

  /** Reads what changed, or all; undefined when there is no memory for them. */
  async of(revision: Revision, signal: AbortSignal): Promise<RevisionPostings | undefined> {
    const before = this.#kept
    const { current, tables } = revision
    const changed =
      before?.tables === current.tables ? await before.newest.at(tables.passages, signal) : undefined
    if (before !== undefined && changed !== undefined) {
      before.newest = changed
      return changed
    }
    this.forget()
    return this.#read(revision, signal)
  }

  forget(): void {
    if (this.#kept !== undefined) this.#memory.giveBack(this.#kept.bytes)
    this.#kept = undefined
  }

  async #read({ current, tables, statistics }: Revision, signal: AbortSignal) {
    const expected = expectedBytes(current.passages)
    if (!this.#memory.take(expected)) {
      this.#onNoRoom(current.passages, expected)
      return undefined
    }
    let taken = expected
    try {
      const newest = await RevisionPostings.read(tables.passages, statistics.weighedLength, signal)
      signal.throwIfAborted()
      const { bytes } = newest
      if (!this.#memory.adjust(expected, bytes)) {
        this.#onNoRoom(current.passages, bytes)
        return undefined
      }
      taken = 0
      this.#kept = { tables: current.tables, bytes, newest }
      return newest
    } finally {
      this.#memory.giveBack(taken)
    }
  }
}
