import { defined } from '@docent/content'
import { inject, injectable } from 'tsyringe'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { ProjectNotes } from '../../ports/project-notes.ts'
import { KeptList } from '../../projects/kept-list.ts'
import { EvaluationSettings } from './evaluation-settings.ts'
import type { EvaluatedQuestion, EvaluationReport } from './run-evaluation.ts'

/** Questions that are kept of a run: those that went wrong come first. */
const MOST_QUESTIONS = 100
/** What an evaluation set has at most. Of a larger run a comparison would rest on a part of it, so it has none. */
const MOST_COMPARED = 500

const MOST_RUNS = 20
const MOST_COLLECTION_RUNS = 10
/** Documents that are named of a question of a test collection, which may have hundreds that answer it. */
const MOST_EXPECTED = 5

const Count = z.object({ checked: z.number(), passed: z.number() })

const Run = z.object({
  /** When it ended, in milliseconds since the epoch. */
  at: z.number(),
  /** Absent in runs of earlier versions. */
  settings: EvaluationSettings.exactOptional(),
  /** The test collection that was searched instead of the documentation. */
  collection: z.object({ name: z.string(), documents: z.number() }).exactOptional(),
  /** `provider:model` that answered; absent when questions were only searched for. */
  model: z.string().exactOptional(),
  retrieval: z.object({
    questions: z.number(),
    recallAt1: z.number(),
    recallAt5: z.number(),
    recallAt10: z.number(),
    mrr: z.number(),
    ndcgAt10: z.number(),
  }),
  answers: z.object({ cites: Count, contains: Count, refuses: Count, passed: Count }).exactOptional(),
  grounding: z
    .object({ names: z.number(), invented: z.number(), answers: z.number(), withInvented: z.number() })
    .exactOptional(),
  claims: z
    .object({ claims: z.number(), unsupported: z.number(), answers: z.number(), withUnsupported: z.number() })
    .exactOptional(),
  questions: z.array(
    z.object({
      question: z.string(),
      expected: z.array(z.string()),
      rank: z.number().nullable(),
      passed: z.boolean().nullable().exactOptional(),
      invented: z.array(z.string()).exactOptional(),
    }),
  ),
  /** Every question, for comparisons; absent of a run with more than 500, and of one kept by an earlier version. */
  compared: z
    .array(
      z.object({
        question: z.string(),
        expected: z.array(z.string()),
        /** Places of the expected pages among the first 10, in ascending order. */
        ranks: z.array(z.int().positive()),
        passed: z.boolean().nullable().exactOptional(),
        invented: z.array(z.string()).exactOptional(),
        /** Sentences that the passages do not support. */
        unsupported: z.number().exactOptional(),
      }),
    )
    .exactOptional(),
})

/** The result of one `docent eval`, as people look at it later. */
export type EvaluationRun = z.output<typeof Run>

type WeighedQuestion = Omit<EvaluationRun['questions'][number], 'question'>

/** What was measured of a project, the newest first. */
@injectable()
export class EvaluationRuns {
  readonly #runs: KeptList<EvaluationRun>
  /** Apart: they must not push out those of the documentation. */
  readonly #collections: KeptList<EvaluationRun>

  constructor(
    @inject(ProjectNotes) notes: ProjectNotes,
    @inject(Clock) private readonly clock: Clock,
  ) {
    this.#runs = new KeptList<EvaluationRun>(notes, { key: 'evaluation-runs', schema: Run, most: MOST_RUNS })
    this.#collections = new KeptList<EvaluationRun>(notes, {
      key: 'collection-runs',
      schema: Run,
      most: MOST_COLLECTION_RUNS,
    })
  }

  /** Those of test collections among them. */
  async list(project: ProjectId, options?: CallOptions): Promise<EvaluationRun[]> {
    const own = await this.#runs.list(project, options)
    return [...own, ...(await this.#collections.list(project, options))].sort(
      (one, other) => other.at - one.at,
    )
  }

  /** Keeps the newest 20, and 10 of test collections. */
  async keep(
    project: ProjectId,
    report: EvaluationReport,
    model: string | undefined,
    options?: CallOptions,
  ): Promise<void> {
    const { retrieval, answers, grounding, claims, settings, collection } = report
    const rows = report.questions.map(({ question, expected, rank, answer }) => ({
      question,
      expected: collection === undefined ? expected : expected.slice(0, MOST_EXPECTED),
      rank,
      ...(answer ? { passed: answer.passed, invented: answer.invented } : {}),
    }))
    const questions = [...rows.filter(wentWrong), ...rows.filter((row) => !wentWrong(row))].slice(
      0,
      MOST_QUESTIONS,
    )
    const [newest] = await this.list(project, options)
    const run = {
      // A result is found by its time, so no two have the same.
      at: Math.max(this.clock.now(), (newest?.at ?? 0) + 1),
      retrieval,
      questions,
      ...(report.questions.length > MOST_COMPARED ? {} : { compared: report.questions.map(comparedOf) }),
      ...defined({ model, answers, grounding, claims, settings, collection }),
    }
    await (collection === undefined ? this.#runs : this.#collections).add(project, run, options)
  }
}

function comparedOf({
  question,
  expected,
  found,
  answer,
}: EvaluatedQuestion): NonNullable<EvaluationRun['compared']>[number] {
  return {
    question,
    expected,
    ranks: found.flatMap((path, index) => (expected.includes(path) ? [index + 1] : [])),
    ...(answer ? { passed: answer.passed, invented: answer.invented } : {}),
    ...(answer?.claims ? { unsupported: answer.claims.unsupported.length } : {}),
  }
}

/** The page is not among the first five, the answer did not pass, or it names what is not there. */
export function wentWrong({ expected, rank, passed, invented = [] }: WeighedQuestion): boolean {
  return passed === false || invented.length > 0 || (expected.length > 0 && (rank === null || rank > 5))
}
