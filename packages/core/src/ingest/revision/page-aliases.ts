import type { Redirect } from '@docent/content'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'

const STATE = 'index-aliases'

const Stored = z.record(z.string(), z.array(z.object({ source: z.string(), destination: z.string() })))

/**
 * Older addresses that pages themselves name, by file: only what changed is parsed, and a revision has the redirects of
 * all. When this is lost, they come back with the next change of each page, or by force.
 */
export class PageAliases {
  private constructor(
    private readonly notes: ProjectNotes,
    private readonly project: ProjectId,
    private readonly files: Map<string, Redirect[]>,
  ) {}

  static async load(notes: ProjectNotes, project: ProjectId, options: CallOptions): Promise<PageAliases> {
    const stored = Stored.safeParse(await notes.read(project, STATE, options))
    return new PageAliases(notes, project, new Map(Object.entries(stored.success ? stored.data : {})))
  }

  set(file: string, sources: readonly string[], destination: string): void {
    if (sources.length === 0) this.files.delete(file)
    else
      this.files.set(
        file,
        sources.map((source) => ({ source, destination })),
      )
  }

  /** Of the files that are still there. */
  redirects(exists: (file: string) => boolean): Redirect[] {
    return [...this.files].flatMap(([file, redirects]) => (exists(file) ? redirects : []))
  }

  /** After the commit. */
  async store(exists: (file: string) => boolean): Promise<void> {
    const kept = [...this.files].filter(([file]) => exists(file))
    const state = Object.fromEntries(
      kept.map(([file, redirects]) => [
        file,
        redirects.map(({ source, destination }) => ({ source, destination })),
      ]),
    )
    await this.notes.write(this.project, STATE, state)
  }
}
