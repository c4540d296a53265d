import { type EvaluationReport, QUESTION_ORIGINS, wentWrong } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'

export interface Evaluation {
  name: string
  report: EvaluationReport
}

export interface Measure {
  option: string
  label: string
  /** 0 to 1. */
  value(report: EvaluationReport): number
}

export interface Threshold extends Measure {
  min: number
}

/** What `--min-…` can ask for. */
export const THRESHOLDS: readonly Measure[] = [
  { option: 'min-recall', label: 'recall@5', value: ({ retrieval }) => retrieval.recallAt5 },
  { option: 'min-mrr', label: 'MRR', value: ({ retrieval }) => retrieval.mrr },
  { option: 'min-ndcg', label: 'nDCG@10', value: ({ retrieval }) => retrieval.ndcgAt10 },
  { option: 'min-passed', label: 'answers passed', value: ({ answers }) => share(answers?.passed) },
]

/** Questions that went wrong and are listed. */
export const MAX_LISTED = 30

/** One line a threshold that was missed. */
export function belowThresholds(report: EvaluationReport, thresholds: readonly Threshold[]): string[] {
  return thresholds
    .filter(({ value, min }) => value(report) < min)
    .map(({ label, value, min }) => `${label} is ${value(report).toFixed(3)}, below ${min}`)
}

/** For people: one column an evaluation, then the questions that went wrong in any of them. */
export function showEvaluations(evaluations: readonly Evaluation[], out: CommandOutput): void {
  const [first, second] = evaluations
  const rows = measures(evaluations).map(([label, ...values]) => {
    const difference = values[1] === undefined ? [] : [signed(values[1] - (values[0] ?? 0))]
    return [label, ...values.map((value) => value.toFixed(3)), ...difference]
  })
  const ranked = evaluations.map(({ report }) => rerankText(report.rerank))
  const questions = evaluations.map(({ report }) => String(report.retrieval.questions))
  out.table(
    ['', ...evaluations.map(({ name }) => name), ...(second ? ['difference'] : [])],
    [
      ['questions with pages', ...questions],
      ...(ranked.some((text) => text !== '-') ? [['re-ranked by', ...ranked]] : []),
      ...rows,
    ],
  )
  showOrigins(evaluations, out)
  const wrong = (first?.report.questions ?? []).flatMap((_, index) => wrongRow(evaluations, index))
  if (wrong.length > 0) {
    out.line('')
    out.table(
      ['WENT WRONG', 'EXPECTED', ...evaluations.map(({ name }) => `RANK (${name})`), 'ANSWER'],
      wrong.slice(0, MAX_LISTED),
    )
    if (wrong.length > MAX_LISTED)
      out.line(`… and ${wrong.length - MAX_LISTED} more; to see all, use --json.`)
  }
}

/** Generated questions apart: the text of a link is easier to find than what a reader asks. */
function showOrigins(evaluations: readonly Evaluation[], out: CommandOutput): void {
  const origins = QUESTION_ORIGINS.filter((origin) =>
    evaluations.some(({ report }) => report.byOrigin?.[origin] !== undefined),
  )
  if (origins.length === 0) return
  out.line('')
  out.table(
    ['RECALL@5 BY ORIGIN', 'QUESTIONS', ...evaluations.map(({ name }) => name)],
    origins.map((origin) => {
      const metrics = evaluations.map(({ report }) => report.byOrigin?.[origin])
      return [
        origin,
        String(metrics.find((each) => each !== undefined)?.questions ?? 0),
        ...metrics.map((each) => (each === undefined ? '-' : each.recallAt5.toFixed(3))),
      ]
    }),
  )
}

function measures(evaluations: readonly Evaluation[]): [label: string, ...values: number[]][] {
  const row = (label: string, value: (report: EvaluationReport) => number): [string, ...number[]] => [
    label,
    ...evaluations.map(({ report }) => value(report)),
  ]
  const rows = [
    row('recall@1', ({ retrieval }) => retrieval.recallAt1),
    row('recall@5', ({ retrieval }) => retrieval.recallAt5),
    row('recall@10', ({ retrieval }) => retrieval.recallAt10),
    row('MRR', ({ retrieval }) => retrieval.mrr),
    row('nDCG@10', ({ retrieval }) => retrieval.ndcgAt10),
  ]
  if (evaluations.every(({ report }) => report.answers === undefined)) return rows
  return [
    ...rows,
    row('cites a page', ({ answers }) => share(answers?.cites)),
    row('contains', ({ answers }) => share(answers?.contains)),
    row('refuses', ({ answers }) => share(answers?.refuses)),
    row('answers passed', ({ answers }) => share(answers?.passed)),
    row('without invented names', ({ grounding }) => 1 - ratio(grounding?.withInvented, grounding?.answers)),
    ...(evaluations.every(({ report }) => report.claims === undefined)
      ? []
      : [
          row(
            'without unsupported claims',
            ({ claims }) => 1 - ratio(claims?.withUnsupported, claims?.answers),
          ),
        ]),
  ]
}

function ratio(part = 0, of = 0): number {
  return of === 0 ? 0 : part / of
}

/** A question whose page is not among the first five, or whose answer did not pass. */
function wrongRow(evaluations: readonly Evaluation[], index: number): string[][] {
  const all = evaluations.flatMap(({ report }) => report.questions[index] ?? [])
  const [first] = all
  const isWrong = all.some(({ expected, rank, answer = {} }) => wentWrong({ ...answer, expected, rank }))
  if (!first || !isWrong) return []
  const answers = all.flatMap(({ answer }) => (answer ? [answerText(answer)] : []))
  return [
    [
      shortQuestion(first.question),
      first.expected.join(' ') || '-',
      ...all.map(({ rank }) => (rank === null ? '-' : String(rank))),
      answers.join(' | '),
    ],
  ]
}

export function shortQuestion(question: string): string {
  return question.length > 60 ? `${question.slice(0, 59)}…` : question
}

function answerText({
  passed,
  error,
  checks,
  invented,
  claims,
}: NonNullable<EvaluationReport['questions'][number]['answer']>): string {
  if (error !== undefined) return `failed: ${error}`
  const names = invented.length === 0 ? '' : `; invented: ${invented.slice(0, 3).join(', ')}`
  const [sentence = ''] = claims?.unsupported ?? []
  const claim = sentence === '' ? '' : `; unsupported: ${sentence.slice(0, 60)}`
  if (passed !== false) return `passed${names}${claim}`
  const wrong = Object.entries(checks).flatMap(([name, result]) => (result === false ? [name] : []))
  return `not: ${wrong.join(', ')}${names}${claim}`
}

/** The model, and that it failed: figures of searches that it did not order are no figures of it. */
function rerankText(rerank: EvaluationReport['rerank']): string {
  if (rerank === undefined) return '-'
  return rerank.fallbacks === 0 ? rerank.model : `${rerank.model} (failed, searches: ${rerank.fallbacks})`
}

/** 1 when nothing was to be checked: nothing was wrong. */
function share(count: { checked: number; passed: number } | undefined): number {
  return count === undefined || count.checked === 0 ? 1 : count.passed / count.checked
}

function signed(difference: number): string {
  return `${difference < 0 ? '-' : '+'}${Math.abs(difference).toFixed(3)}`
}
