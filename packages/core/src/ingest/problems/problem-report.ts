import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import {
  INDEX_PROBLEM_KINDS,
  type IndexProblem,
  type IndexProblemSeverity,
  type ProblemGroup,
} from '../../domain/index-problem.ts'
import type { Json } from '../../domain/json.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import { problemAdvice, problemTitle } from './problem-words.ts'

const STATE = 'index-problems'
/** Of each kind; the count says how many there are. */
const MOST_EXAMPLES = 20
const WORST_FIRST: readonly IndexProblemSeverity[] = ['error', 'warning', 'note']

const kind = z.enum(INDEX_PROBLEM_KINDS)
const severity = z.enum(['error', 'warning', 'note'])
const Stored = z.array(
  z.object({
    kind,
    severity,
    count: z.number(),
    examples: z.array(z.object({ kind, file: z.string(), line: z.number(), message: z.string(), severity })),
  }),
)

/** By kind, the worst first; of each kind the count, and some examples. */
export function groupProblems(problems: readonly IndexProblem[]): ProblemGroup[] {
  return [...Map.groupBy(problems, (problem) => problem.kind)]
    .map(([kind, all]) => {
      const sorted = all.toSorted((one, other) => rank(one) - rank(other))
      const { severity = 'note' } = sorted[0] ?? {}
      return withWords({ kind, severity, count: all.length, examples: sorted.slice(0, MOST_EXAMPLES) })
    })
    .sort((one, other) => rank(one) - rank(other) || other.count - one.count)
}

/** Groups that somebody should look at: notes are for information. */
export function isForPeople({ severity }: Pick<ProblemGroup, 'severity'>): boolean {
  return severity !== 'note'
}

/** Keeps what the index of a project lost; writes only what differs. */
export async function storeProblems(
  notes: ProjectNotes,
  project: ProjectId,
  groups: readonly ProblemGroup[],
  options: CallOptions,
): Promise<void> {
  const value: Json = groups.map(({ kind, severity, count, examples }) => ({
    kind,
    severity,
    count,
    examples: examples.map((each) => ({ ...each })),
  }))
  const known = await notes.read(project, STATE, options)
  if (JSON.stringify(known) !== JSON.stringify(value)) await notes.write(project, STATE, value, options)
}

/** What the index of a project lost; undefined where it was never looked at. */
export async function indexProblems(
  notes: ProjectNotes,
  project: ProjectId,
  options: CallOptions = {},
): Promise<ProblemGroup[] | undefined> {
  const stored = Stored.safeParse(await notes.read(project, STATE, options))
  return stored.success ? stored.data.map(withWords) : undefined
}

function withWords(group: Omit<ProblemGroup, 'title' | 'advice'>): ProblemGroup {
  const { kind, severity, count, examples } = group
  return { kind, severity, count, title: problemTitle(kind, count), advice: problemAdvice(kind), examples }
}

function rank({ severity }: { severity: IndexProblemSeverity }): number {
  return WORST_FIRST.indexOf(severity)
}
