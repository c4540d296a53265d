import type { CurrentRevision } from '../tables/current-revision.ts'
import type { ProjectTables } from '../tables/project-tables.ts'
import { NoRoomForPostings, type PostingsMemory } from './postings-memory.ts'
import { RevisionPostings } from './revision-postings.ts'
import type { TermStatistics } from './term-statistics.ts'

/** Postings that have no room in memory. */
export interface NoRoom {
  passages: number
  /** What would hold all of them; where nothing could be kept, what would hold their terms, about. */
  neededBytes: number
  /** 0 when nothing could be kept, so that candidates come from LanceDB. */
  fileBytes: number
}

interface Revision {
  readonly current: CurrentRevision
  readonly tables: ProjectTables
  readonly statistics: TermStatistics
}

/** The newest postings of one project, within the memory that all projects share. */
export class KeptPostings {
  readonly #memory: PostingsMemory
  readonly #folder: string
  readonly #onNoRoom: (found: NoRoom) => void
  /** With the tables that they are of. */
  #kept: { tables: string; newest: RevisionPostings } | undefined

  /** @param folder for a file of what has no room in memory */
  constructor(memory: PostingsMemory, folder: string, onNoRoom: (found: NoRoom) => void) {
    this.#memory = memory
    this.#folder = folder
    this.#onNoRoom = onNoRoom
  }

  /** Reads what changed, or all; undefined when there is no memory for them. */
  async of(revision: Revision, signal: AbortSignal): Promise<RevisionPostings | undefined> {
    if (this.#memory.isNone) return undefined
    const before = this.#kept
    const { current, tables } = revision
    const changed =
      before?.tables === current.tables ? await before.newest.at(tables.passages, signal) : undefined
    if (before !== undefined && changed !== undefined) {
      before.newest = changed
      return changed
    }
    await this.forget()
    return this.#read(revision, signal)
  }

  async forget(): Promise<void> {
    const kept = this.#kept
    this.#kept = undefined
    await kept?.newest.close()
  }

  async #read(
    { current, tables, statistics }: Revision,
    signal: AbortSignal,
  ): Promise<RevisionPostings | undefined> {
    const { passages } = current
    try {
      const newest = await RevisionPostings.read({
        table: tables.passages,
        averageLength: statistics.weighedLength,
        memory: this.#memory,
        folder: this.#folder,
        signal,
      })
      this.#kept = { tables: current.tables, newest }
      const { bytes, fileBytes } = newest
      if (fileBytes > 0) this.#onNoRoom({ passages, neededBytes: bytes + fileBytes, fileBytes })
      return newest
    } catch (error) {
      if (!(error instanceof NoRoomForPostings)) throw error
      this.#onNoRoom({ passages, neededBytes: passages * error.bytesARow, fileBytes: 0 })
      return undefined
    }
  }
}
