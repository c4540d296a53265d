import { z } from 'zod'
import type { ProjectId } from '../domain/ids.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { ProjectStore } from '../ports/project-store.ts'
import type { PagePolicyOptions } from './page-policy.ts'

const STATE = 'index-skipped'

const Stored = z.object({
  includeHidden: z.boolean(),
  includeDrafts: z.boolean(),
  hashes: z.record(z.string(), z.string()),
})

/** Files that were parsed and left out (hidden, drafts), with their hash: not to be parsed again at every run. */
export class SkippedFiles {
  private constructor(
    private readonly projects: ProjectStore,
    private readonly project: ProjectId,
    private readonly stored: z.infer<typeof Stored> | undefined,
  ) {}

  static async load(projects: ProjectStore, project: ProjectId, options: CallOptions): Promise<SkippedFiles> {
    const stored = Stored.safeParse(await projects.state(project, STATE, options))
    return new SkippedFiles(projects, project, stored.success ? stored.data : undefined)
  }

  get hashes(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.stored?.hashes ?? {}))
  }

  /** True when the last commit was made with the same options: then the same revision gives the same index. */
  isFor(options: PagePolicyOptions): boolean {
    const { includeHidden = false, includeDrafts = false } = options
    return this.stored?.includeHidden === includeHidden && this.stored.includeDrafts === includeDrafts
  }

  /** Stored after the commit: when it is lost, files are parsed once more, and nothing else happens. */
  async store(
    options: PagePolicyOptions,
    unchanged: (path: string) => boolean,
    skipped: ReadonlyMap<string, string>,
  ): Promise<void> {
    const kept = [...this.hashes].filter(([path]) => unchanged(path))
    const { includeHidden = false, includeDrafts = false } = options
    await this.projects.setState(this.project, STATE, {
      includeHidden,
      includeDrafts,
      hashes: Object.fromEntries([...kept, ...skipped]),
    })
  }
}
