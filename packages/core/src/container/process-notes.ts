import { isDeepStrictEqual } from 'node:util'
import type { ProjectId } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import type { ProjectNotes } from '../ports/project-notes.ts'

/** The notes of a program without a store: they last as long as the process. */
export class ProcessNotes implements ProjectNotes {
  /** By key, then by project. */
  readonly #notes = new Map<string, Map<ProjectId, Json>>()

  async write(project: ProjectId, key: string, value: Json): Promise<void> {
    const notes = this.#notes.get(key) ?? new Map<ProjectId, Json>()
    this.#notes.set(key, notes.set(project, structuredClone(value)))
  }

  async read(project: ProjectId, key: string): Promise<Json | undefined> {
    return structuredClone(this.#notes.get(key)?.get(project))
  }

  async list(key: string): Promise<ReadonlyMap<ProjectId, Json>> {
    return structuredClone(this.#notes.get(key) ?? new Map<ProjectId, Json>())
  }

  async replace(project: ProjectId, key: string, expected: Json | undefined, value: Json): Promise<boolean> {
    if (!isDeepStrictEqual(this.#notes.get(key)?.get(project), expected)) return false
    await this.write(project, key, value)
    return true
  }
}
