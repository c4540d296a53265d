import { defined } from '@docent/content'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import { INDEX_PROBLEM_KINDS } from '../../domain/index-problem.ts'
import type { Json } from '../../domain/json.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import { PAGE_FORMAT, type PagePolicyOptions } from './page-policy.ts'

const STATE = 'index-skipped'

const Failure = z.object({
  hash: z.string(),
  reason: z.string(),
  /** Files that it took texts from: its hash rests on them. */
  included: z.array(z.string()),
  /** Absent: it could not be parsed. */
  kind: z.enum(INDEX_PROBLEM_KINDS).exactOptional(),
})

const Stored = z.object({
  /** Absent before the first commit. */
  includeHidden: z.boolean().optional(),
  includeDrafts: z.boolean().optional(),
  pageFormat: z.number().optional(),
  hashes: z.record(z.string(), z.string()),
  verdicts: z.record(z.string(), Failure).default({}),
  /** Of a version that blamed files for what the machine could not do, too: they are tried again. */
  failures: z.unknown().optional(),
})

/** A file that is beyond the limits of parsing: what the machine is to blame for is never remembered. */
export type FailedFile = z.infer<typeof Failure>

/**
 * Files that were parsed and left out, with their hash, not to be parsed again at every run: hidden pages and drafts, and
 * files that the parser could not get through.
 */
export class SkippedFiles {
  readonly #failures: Map<string, FailedFile>

  private constructor(
    private readonly notes: ProjectNotes,
    private readonly project: ProjectId,
    private readonly stored: z.infer<typeof Stored> | undefined,
  ) {
    this.#failures = new Map(Object.entries(stored?.verdicts ?? {}))
  }

  static async load(notes: ProjectNotes, project: ProjectId, options: CallOptions): Promise<SkippedFiles> {
    const stored = Stored.safeParse(await notes.read(project, STATE, options))
    return new SkippedFiles(notes, project, stored.success ? stored.data : undefined)
  }

  get hashes(): ReadonlyMap<string, string> {
    const failed = [...this.#failures].map(([path, { hash }]): [string, string] => [path, hash])
    return new Map([...Object.entries(this.stored?.hashes ?? {}), ...failed])
  }

  /** By path, also those of earlier runs. */
  get failures(): ReadonlyMap<string, FailedFile> {
    return this.#failures
  }

  /** True when the last commit was made in the same way: then the same revision gives the same index. */
  isFor(options: PagePolicyOptions): boolean {
    const { includeHidden = false, includeDrafts = false } = options
    return (
      this.stored?.pageFormat === PAGE_FORMAT &&
      this.stored.failures === undefined &&
      this.stored.includeHidden === includeHidden &&
      this.stored.includeDrafts === includeDrafts
    )
  }

  /** Stored at once: a run that ends before its commit, however it ends, must not try the file again. */
  async addFailure(path: string, failure: FailedFile): Promise<void> {
    this.#failures.set(path, failure)
    await this.#write(this.stored ?? { hashes: {} })
  }

  /**
   * Stored after the commit: when it is lost, files are parsed once more, and nothing else happens.
   *
   * @param hashOf of the files that are there now; a failure of another hash is forgotten
   */
  async store(
    options: PagePolicyOptions,
    unchanged: (path: string) => boolean,
    skipped: ReadonlyMap<string, string>,
    hashOf: (path: string) => string | undefined,
  ): Promise<void> {
    const kept = Object.entries(this.stored?.hashes ?? {}).filter(([path]) => unchanged(path))
    for (const [path, { hash }] of this.#failures) if (hashOf(path) !== hash) this.#failures.delete(path)
    const { includeHidden = false, includeDrafts = false } = options
    const hashes = Object.fromEntries([...kept, ...skipped])
    await this.#write({ includeHidden, includeDrafts, pageFormat: PAGE_FORMAT, hashes })
  }

  async #write({
    includeHidden,
    includeDrafts,
    pageFormat,
    hashes,
  }: Omit<z.infer<typeof Stored>, 'verdicts' | 'failures'>) {
    const verdicts: Record<string, Json> = {}
    for (const [path, { hash, reason, included, kind }] of this.#failures)
      verdicts[path] = { hash, reason, included: [...included], ...defined({ kind }) }
    await this.notes.write(this.project, STATE, {
      ...defined({ includeHidden, includeDrafts, pageFormat }),
      hashes,
      verdicts,
    })
  }
}
