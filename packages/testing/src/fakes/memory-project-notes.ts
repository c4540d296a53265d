import { isDeepStrictEqual } from 'node:util'
import type { CallOptions, Json, ProjectId, ProjectNotes } from '@docent/core/plugin'

/** Notes of projects in memory, for tests. What goes in and comes out is copied. */
export class MemoryProjectNotes implements ProjectNotes {
  protected readonly states = new Map<string, Json>()

  async write(project: ProjectId, key: string, value: Json, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted()
    this.states.set(JSON.stringify([project, key]), structuredClone(value))
  }

  async read(project: ProjectId, key: string, options?: CallOptions): Promise<Json | undefined> {
    options?.signal?.throwIfAborted()
    return structuredClone(this.states.get(JSON.stringify([project, key])))
  }

  async replace(
    project: ProjectId,
    key: string,
    expected: Json | undefined,
    value: Json,
    options?: CallOptions,
  ): Promise<boolean> {
    options?.signal?.throwIfAborted()
    const name = JSON.stringify([project, key])
    if (!isDeepStrictEqual(this.states.get(name), expected)) return false
    this.states.set(name, structuredClone(value))
    return true
  }

  async list(key: string, options?: CallOptions): Promise<ReadonlyMap<ProjectId, Json>> {
    options?.signal?.throwIfAborted()
    const all = [...this.states].map(([name, value]) => {
      const [project, noteKey] = JSON.parse(name) as [ProjectId, string]
      return { project, noteKey, value: structuredClone(value) }
    })
    return new Map(all.filter(({ noteKey }) => noteKey === key).map(({ project, value }) => [project, value]))
  }
}
