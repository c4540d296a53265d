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

  /** Of two added in the same moment one may be lost. */
  async add(project: ProjectId, entry: Entry, options?: CallOptions): Promise<void> {
    const { key, most, replaces = () => false } = this.options
    const others = (await this.list(project, options)).filter((earlier) => !replaces(entry, earlier))
    const entries = [entry, ...others].slice(0, most)
    await this.notes.write(project, key, JSON.parse(JSON.stringify(entries)), options)
  }
}
