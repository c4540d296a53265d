import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'

const STATE = 'index-includes'

const Stored = z.record(z.string(), z.array(z.string()))

/**
 * Which files a page took texts from when it was indexed, so that it is indexed again when one of them changes. When
 * this is lost, pages with includes are parsed once more, and nothing else happens.
 */
export class IncludedFiles {
  private constructor(
    private readonly notes: ProjectNotes,
    private readonly project: ProjectId,
    private readonly files: Map<string, readonly string[]>,
  ) {}

  static async load(notes: ProjectNotes, project: ProjectId, options: CallOptions): Promise<IncludedFiles> {
    const stored = Stored.safeParse(await notes.read(project, STATE, options))
    return new IncludedFiles(notes, project, new Map(Object.entries(stored.success ? stored.data : {})))
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
    await this.notes.write(this.project, STATE, Object.fromEntries(kept))
  }
}
