import type { ProblemRule } from '@docent/content'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import { INDEX_PROBLEM_KINDS, type IndexProblem, type IndexProblemKind } from '../../domain/index-problem.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import type { ParsedText } from '../parsing/page-parser.ts'

const STATE = 'index-page-problems'
/** Of one page: a page that is broken throughout must not grow the note without end. */
const MOST_OF_A_PAGE = 20
const LONGEST_MESSAGE = 500

const Stored = z.record(
  z.string(),
  z.array(
    z.object({
      kind: z.enum(INDEX_PROBLEM_KINDS),
      line: z.number(),
      message: z.string(),
      severity: z.enum(['error', 'warning', 'note']),
      /** Another file that it is about: without it there is no problem. */
      other: z.string().optional(),
    }),
  ),
)
type StoredProblem = z.infer<typeof Stored>[string][number]

const KINDS: Readonly<Partial<Record<ProblemRule, IndexProblemKind>>> = {
  'frontmatter-invalid': 'frontmatter',
  'page-too-large': 'size',
}

/** Problems of pages by their files: a page that did not change is not parsed again, and still has them. */
export class PageProblems {
  private constructor(
    private readonly notes: ProjectNotes,
    private readonly project: ProjectId,
    private readonly files: Map<string, StoredProblem[]>,
  ) {}

  static async load(notes: ProjectNotes, project: ProjectId, options: CallOptions): Promise<PageProblems> {
    const stored = Stored.safeParse(await notes.read(project, STATE, options))
    return new PageProblems(notes, project, new Map(Object.entries(stored.success ? stored.data : {})))
  }

  /** What was found in a page that was parsed now. */
  found(file: string, { problems, losses }: Pick<ParsedText, 'problems' | 'losses'>): void {
    this.files.set(file, [
      ...losses.slice(0, MOST_OF_A_PAGE),
      ...problems.slice(0, MOST_OF_A_PAGE).map(({ rule, line, message, severity }): StoredProblem => {
        const kind = KINDS[rule] ?? 'markup'
        const text = message.slice(0, LONGEST_MESSAGE)
        return { kind, line, message: text, severity: kind === 'markup' ? 'note' : severity }
      }),
    ])
  }

  /** It has become a file that cannot be read at all. */
  lost(file: string): void {
    this.files.delete(file)
  }

  /** `a.md` and `a/index.md` are one address: both are found, only one can be opened. */
  sharesAddress(file: string, address: string, other: string): void {
    const message = `The page has the same address (${address}) as ${other}: rename one of them.`
    const problem: StoredProblem = { kind: 'address', line: 0, message, severity: 'warning', other }
    this.files.set(file, [...(this.files.get(file) ?? []), problem])
  }

  /** Of files that are still there. */
  list(exists: (file: string) => boolean): IndexProblem[] {
    return [...this.files].flatMap(([file, problems]) =>
      exists(file)
        ? problems
            .filter(({ other }) => other === undefined || exists(other))
            .map(({ other: _, ...problem }) => ({ ...problem, file }))
        : [],
    )
  }

  /** After the commit. */
  async store(exists: (file: string) => boolean): Promise<void> {
    const kept = [...this.files]
      .filter(([file, problems]) => problems.length > 0 && exists(file))
      .map(([file, problems]) => [
        file,
        problems
          .filter(({ other }) => other === undefined || exists(other))
          .map(({ other, ...each }) => (other === undefined ? each : { ...each, other })),
      ])
    await this.notes.write(this.project, STATE, Object.fromEntries(kept))
  }
}
