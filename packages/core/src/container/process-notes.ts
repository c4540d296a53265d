import { isDeepStrictEqual } from 'node:util'
import type { ProjectId } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import type { ProjectNotes } from '../ports/project-notes.ts'

/** The notes of a program without a store: they last as long as the process. */
export class ProcessNotes implements ProjectNotes {
  readonly #notes = new Map<string, Json>()

  async write(project: ProjectId, key: string, value: Json): Promise<void> {
    this.#notes.set(JSON.stringify([project, key]), structuredClone(value))
  }

  async read(project: ProjectId, key: string): Promise<Json | undefined> {
    return structuredClone(this.#notes.get(JSON.stringify([project, key])))
  }

  async replace(project: ProjectId, key: string, expected: Json | undefined, value: Json): Promise<boolean> {
    if (!isDeepStrictEqual(this.#notes.get(JSON.stringify([project, key])), expected)) return false
    await this.write(project, key, value)
    return true
  }
}
