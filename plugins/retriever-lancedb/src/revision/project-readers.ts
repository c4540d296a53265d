import type { Logger, ProjectId } from '@docent/core'
import { ProjectNames } from '../names/project-names.ts'
import { PostingsMemory } from '../search/postings-memory.ts'
import type { TableFolder } from '../tables/project-tables.ts'
import { RevisionReader } from './revision-reader.ts'

const MIB = 1024 * 1024

export interface ProjectReadersParts {
  tables: TableFolder
  cacheMb: number
  postingsMb: number
  logger: Logger
}

/** One reader a project, which share the memory for words. */
export class ProjectReaders {
  readonly #parts: ProjectReadersParts
  readonly #memory: PostingsMemory
  readonly #readers = new Map<string, RevisionReader>()
  readonly #names = new Map<string, ProjectNames>()

  constructor(parts: ProjectReadersParts) {
    this.#parts = parts
    this.#memory = new PostingsMemory(parts.postingsMb * MIB)
  }

  of(project: ProjectId): RevisionReader {
    const { tables, cacheMb, postingsMb, logger } = this.#parts
    const folder = tables.of(project)
    const known = this.#readers.get(folder)
    if (known !== undefined) return known
    const reader = new RevisionReader({
      folder,
      tables,
      cacheBytes: cacheMb * MIB,
      memory: this.#memory,
      onFailure: (error) =>
        logger.warn(
          { err: error, project },
          'the words of the passages could not be read: searches stay slower',
        ),
      onNoRoom: ({ passages, neededBytes, fileBytes }) => {
        const fields = { project, passages, neededMb: Math.ceil(neededBytes / MIB), postingsMb }
        if (fileBytes > 0)
          logger.info(
            { ...fields, fileMb: Math.ceil(fileBytes / MIB) },
            'the words of the passages do not fit into postingsMb of lancedb(): searches read a part of them from a file',
          )
        else
          logger.warn(
            fields,
            'the words of the passages do not fit into postingsMb of lancedb(): searches are slower',
          )
      },
    })
    this.#readers.set(folder, reader)
    return reader
  }

  /** What looks names up in the revisions of a project. */
  names(project: ProjectId): ProjectNames {
    const folder = this.#parts.tables.of(project)
    const known = this.#names.get(folder) ?? new ProjectNames(this.#memory)
    this.#names.set(folder, known)
    return known
  }

  /** Ids in the store of the revisions that a read may still need; undefined for one that never was there. */
  inUse(project: ProjectId): (string | undefined)[] {
    const reader = this.#readers.get(this.#parts.tables.of(project))
    return (reader?.inUse() ?? []).map(({ published }) => published)
  }

  /** Closes what is open of a project whose files are about to go. */
  async forget(project: ProjectId): Promise<void> {
    const { tables } = this.#parts
    const folder = tables.of(project)
    this.#readers.get(folder)?.close()
    this.#readers.delete(folder)
    this.#names.get(folder)?.close()
    this.#names.delete(folder)
    await tables.forget(folder)
  }

  close(): void {
    for (const reader of this.#readers.values()) reader.close()
    this.#readers.clear()
    for (const names of this.#names.values()) names.close()
    this.#names.clear()
  }
}
