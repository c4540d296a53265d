import { join } from 'node:path'
import type { ProjectId } from '@docent/core/plugin'
import { ProjectNames } from './names/project-names.ts'
import { RevisionReader } from './revision/revision-reader.ts'
import { MemoryBudget } from './segments/memory-budget.ts'
import { RowCache } from './segments/row-cache.ts'
import { SegmentPool } from './segments/segment-pool.ts'

const MIB = 1024 * 1024
/** Of all memory, what rows that searches met before may take. */
const ROWS_SHARE = 1 / 4

/** What is open of one project. */
interface OpenProject {
  pool: SegmentPool
  reader: RevisionReader
  names: ProjectNames
}

/** What is open of all projects, within one bound of memory. */
export class ProjectReaders {
  readonly #directory: string
  readonly #memory: MemoryBudget
  readonly #rows: RowCache
  readonly #open = new Map<string, OpenProject>()

  constructor(directory: string, memoryMb: number) {
    this.#directory = directory
    this.#rows = new RowCache(memoryMb * MIB * ROWS_SHARE)
    this.#memory = new MemoryBudget(memoryMb * MIB * (1 - ROWS_SHARE))
  }

  /** The folder of a project, whatever its id holds: no id leaves the directory or means another's folder. */
  folderOf(project: ProjectId): string {
    return join(this.#directory, encodeURIComponent(project).replaceAll('.', '%2E').replaceAll('*', '%2A'))
  }

  of(project: ProjectId): OpenProject {
    const folder = this.folderOf(project)
    const known = this.#open.get(folder)
    if (known !== undefined) return known
    const pool = new SegmentPool(folder, this.#memory)
    const open = {
      pool,
      reader: new RevisionReader({ folder, pool, rows: this.#rows }),
      names: new ProjectNames(this.#memory),
    }
    this.#open.set(folder, open)
    return open
  }

  /** Closes what is open of a project whose files are about to go. */
  async forget(project: ProjectId): Promise<void> {
    const folder = this.folderOf(project)
    const open = this.#open.get(folder)
    this.#open.delete(folder)
    open?.names.close()
    await open?.reader.close()
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()]
    this.#open.clear()
    for (const { names } of all) names.close()
    for (const { reader } of all) await reader.close()
  }
}
