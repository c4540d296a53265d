import { defined } from '@docent/content'
import {
  type ComparedMeasure,
  type ComparedReport,
  commonQuestions,
  compareEvaluations,
} from './compare-evaluations.ts'
import type { EvaluationRun } from './evaluation-runs.ts'
import { type DifferentSetting, differentSettings } from './evaluation-settings.ts'
import { isCertain } from './paired-bootstrap.ts'

type KeptQuestion = NonNullable<EvaluationRun['compared']>[number]

export interface QuestionResult {
  /** Place of the first expected page; null when it is not among the first 10. */
  rank: number | null
  passed?: boolean | null
  invented?: readonly string[]
  /** Sentences of the answer that the passages do not support. */
  unsupported?: number
}

export interface ChangedQuestion {
  question: string
  expected: readonly string[]
  /** `mixed`: better in one way, worse in another. */
  change: 'better' | 'worse' | 'mixed'
  before: QuestionResult
  after: QuestionResult
}

export interface RunComparison {
  /** Settings that are not the same; undefined where a run of an earlier version has none. */
  differs: DifferentSetting[] | undefined
  /** Questions that both have and expect the same of. */
  questions: number
  /** `unclear`: other questions of the kind may show the contrary. */
  measures: (ComparedMeasure & { verdict: 'better' | 'worse' | 'unclear' })[]
  /** Those that are worse first. */
  changed: ChangedQuestion[]
}

/** Whether two runs searched the same: the documentation, or one test collection. */
export function searchedTheSame(one: EvaluationRun, other: EvaluationRun): boolean {
  return one.collection?.name === other.collection?.name
}

/** How a run differs from an earlier one. Undefined where one of them did not keep every question. */
export function compareRuns(before: EvaluationRun, after: EvaluationRun): RunComparison | undefined {
  if (before.compared === undefined || after.compared === undefined) return undefined
  const pairs = commonQuestions(before.compared, after.compared)
  const changed = pairs.flatMap(([first, second]) => changeOf(first, second))
  return {
    differs: differentSettings(before.settings, after.settings),
    questions: pairs.length,
    measures: compareEvaluations(reportOf(before.compared), reportOf(after.compared)).map((each) => ({
      ...each,
      verdict: isCertain(each) ? (each.difference > 0 ? ('better' as const) : ('worse' as const)) : 'unclear',
    })),
    changed: changed.sort((first, second) => ORDER.indexOf(first.change) - ORDER.indexOf(second.change)),
  }
}

const ORDER: readonly ChangedQuestion['change'][] = ['worse', 'mixed', 'better']

function changeOf(before: KeptQuestion, after: KeptQuestion): ChangedQuestion[] {
  const gains = [
    gain(after.ranks[0] ?? Number.MAX_SAFE_INTEGER, before.ranks[0] ?? Number.MAX_SAFE_INTEGER),
    gain(share(before.passed), share(after.passed)),
    gain(after.invented?.length, before.invented?.length),
    gain(after.unsupported, before.unsupported),
  ].filter((each) => each !== 0)
  if (gains.length === 0) return []
  const isBetter = gains.some((each) => each > 0)
  const isWorse = gains.some((each) => each < 0)
  return [
    {
      question: after.question,
      expected: after.expected,
      change: isBetter && isWorse ? 'mixed' : isBetter ? 'better' : 'worse',
      before: resultOf(before),
      after: resultOf(after),
    },
  ]
}

/** Nothing where one of the runs does not know it. */
function gain(from: number | undefined, to: number | undefined): number {
  return from === undefined || to === undefined ? 0 : to - from
}

function share(passed: boolean | null | undefined): number | undefined {
  return typeof passed === 'boolean' ? Number(passed) : undefined
}

function resultOf({ ranks, passed, invented, unsupported }: KeptQuestion): QuestionResult {
  return { rank: ranks[0] ?? null, ...defined({ passed, invented, unsupported }) }
}

function reportOf(questions: readonly KeptQuestion[]): ComparedReport {
  return {
    questions: questions.map(({ question, expected, ranks, passed, invented, unsupported }) => ({
      question,
      expected,
      found: foundOf(expected, ranks),
      ...(passed === undefined
        ? {}
        : {
            answer: {
              passed,
              ...defined({ invented }),
              ...(unsupported === undefined ? {} : { claims: { unsupported: { length: unsupported } } }),
            },
          }),
    })),
  }
}

/** Places of expected pages, as a list of pages that has them there. Which of them is where changes no figure. */
function foundOf(expected: readonly string[], ranks: readonly number[]): string[] {
  const found = Array.from({ length: ranks.at(-1) ?? 0 }, () => '')
  ranks.forEach((rank, index) => {
    found[rank - 1] = expected[index] ?? ''
  })
  return found
}
