import type { z } from 'zod'
import type { ProjectId } from '../domain/ids.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { ProjectNotes } from '../ports/project-notes.ts'

export interface KeptListOptions<Entry> {
  /** Key of the note. */
  key: string
  schema: z.ZodType<Entry>
  /** Older entries than so many are forgotten. */
  most: number
  /** Whether a new entry takes the place of an earlier one. Default: never. */
  replaces?: (added: Entry, earlier: Entry) => boolean
}

/** The newest results of one kind that a project keeps. */
export class KeptList<Entry> {
  constructor(
    private readonly notes: ProjectNotes,
    private readonly options: KeptListOptions<Entry>,
  ) {}

  /** The newest first. */
  async list(project: ProjectId, options?: CallOptions): Promise<Entry[]> {
    const { key, schema } = this.options
    const stored = await this.notes.read(project, key, options)
    return stored === undefined ? [] : schema.array().parse(stored)
  }

  async remove(
    project: ProjectId,
    isRemoved: (entry: Entry) => boolean,
    options?: CallOptions,
  ): Promise<void> {
    const entries = await this.list(project, options)
    const left = entries.filter((entry) => !isRemoved(entry))
    if (left.length < entries.length) await this.#write(project, left, options)
  }

  /** Of two added in the same moment one may be lost. */
  async add(project: ProjectId, entry: Entry, options?: CallOptions): Promise<void> {
    const { most, replaces = () => false } = this.options
    const others = (await this.list(project, options)).filter((earlier) => !replaces(entry, earlier))
    const entries = [entry, ...others].slice(0, most)
    await this.#write(project, entries, options)
  }

  async #write(project: ProjectId, entries: readonly Entry[], options?: CallOptions): Promise<void> {
    await this.notes.write(project, this.options.key, JSON.parse(JSON.stringify(entries)), options)
  }
}
