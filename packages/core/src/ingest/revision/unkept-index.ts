import { defined, type Page } from '@docent/content'
import type { ProjectId } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import type { Retriever, RevisionWriter } from '../../ports/retriever.ts'

export type UnkeptPage = Pick<Page, 'file' | 'hidden' | 'language' | 'path' | 'version'>

/** The pages that an index would hold: their places, for the one who asks, and nothing of their text. */
export class UnkeptIndex implements Pick<Retriever, 'begin'> {
  readonly pages: UnkeptPage[] = []

  async begin(): Promise<RevisionWriter> {
    const nothing = async () => undefined
    return {
      write: async (entries) => {
        for (const { page } of entries) {
          const { file, hidden, language, path, version } = page
          this.pages.push({ file, hidden, path, ...defined({ language, version }) })
        }
      },
      remove: nothing,
      redirects: nothing,
      commit: nothing,
      abort: nothing,
    }
  }
}

/** Notes for as long as one look at a project. */
export class UnkeptNotes implements ProjectNotes {
  readonly #notes = new Map<string, Json>()

  async write(_project: unknown, key: string, value: Json): Promise<void> {
    this.#notes.set(key, value)
  }

  async read(_project: unknown, key: string): Promise<Json | undefined> {
    return this.#notes.get(key)
  }

  async replace(_project: unknown, key: string, expected: Json | undefined, value: Json): Promise<boolean> {
    if (this.#notes.get(key) !== expected) return false
    this.#notes.set(key, value)
    return true
  }

  async list(): Promise<ReadonlyMap<ProjectId, Json>> {
    return new Map()
  }
}
