import { z } from 'zod'
import type { ProjectId } from '../domain/ids.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { ProjectStore } from '../ports/project-store.ts'

const STATE = 'index-includes'

const Stored = z.record(z.string(), z.array(z.string()))

/**
 * Which files a page took texts from when it was indexed, so that it is indexed again when one of them changes. When
 * this is lost, pages with includes are parsed once more, and nothing else happens.
 */
export class IncludedFiles {
  private constructor(
    private readonly projects: ProjectStore,
    private readonly project: ProjectId,
    private readonly files: Map<string, readonly string[]>,
  ) {}

  static async load(
    projects: ProjectStore,
    project: ProjectId,
    options: CallOptions,
  ): Promise<IncludedFiles> {
    const stored = Stored.safeParse(await projects.state(project, STATE, options))
    return new IncludedFiles(projects, project, new Map(Object.entries(stored.success ? stored.data : {})))
  }

  of(file: string): readonly string[] {
    return this.files.get(file) ?? []
  }

  set(file: string, included: readonly string[]): void {
    if (included.length === 0) this.files.delete(file)
    else this.files.set(file, included)
  }

  /** After the commit. */
  async store(exists: (file: string) => boolean): Promise<void> {
    const kept = [...this.files].filter(([file]) => exists(file)).map(([file, list]) => [file, [...list]])
    await this.projects.setState(this.project, STATE, Object.fromEntries(kept))
  }
}
