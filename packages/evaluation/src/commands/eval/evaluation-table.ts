import type { EvaluatedQuestion } from '@docent/core'
import type { Evaluation } from './evaluation-report.ts'

/** Every question as a row of a Markdown table, and below it what they come to. */
export function evaluationTable(evaluations: readonly Evaluation[]): string {
  return evaluations
    .map(({ name, report }) => {
      const { questions } = report
      const hasAnswers = questions.some(({ answer }) => answer !== undefined)
      const header = ['Question', 'Expected', 'Rank', ...(hasAnswers ? ['Cited', 'Contains', 'Answer'] : [])]
      const rows = [header, header.map(() => '---'), ...questions.map((each) => rowOf(each, hasAnswers))]
      const table = rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
      const title = evaluations.length > 1 ? `## ${name}\n\n` : ''
      return `${title}${table}\n\n${summary(questions)}`
    })
    .join('\n\n')
}

function rowOf(
  { question, expected, rank, answer }: EvaluatedQuestion,
  hasAnswers: boolean,
): readonly string[] {
  const [first, ...others] = expected
  const pages = first === undefined ? '-' : others.length === 0 ? first : `${first} or ${others.length} more`
  const row = [question, pages, rank === null ? '-' : String(rank)]
  if (!hasAnswers || answer === undefined) return row
  const { cites, contains } = answer.checks
  return [...row, mark(cites), mark(contains), outcome(answer)]
}

function outcome({ error, unanswered, passed }: NonNullable<EvaluatedQuestion['answer']>): string {
  if (error !== undefined) return `failed: ${error}`
  return `${unanswered ? 'refused' : 'answered'}, ${passed === false ? 'wrong' : 'right'}`
}

function mark(check: boolean | null): string {
  return check === null ? '-' : check ? 'yes' : 'no'
}

function summary(questions: readonly EvaluatedQuestion[]): string {
  const named = questions.filter(({ expected }) => expected.length > 0)
  const near = named.filter(({ rank }) => rank !== null && rank <= 5)
  const parts = [`Page among the first 5: ${near.length} of ${named.length}.`]
  const checks = questions.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
  const count = (label: string, results: readonly (boolean | null)[]) => {
    const checked = results.filter((result) => result !== null)
    if (checked.length > 0)
      parts.push(`${label}: ${checked.filter((result) => result).length} of ${checked.length}.`)
  }
  count(
    'Cited',
    checks.map((answer) => answer.checks.cites),
  )
  count(
    'Contains',
    checks.map((answer) => answer.checks.contains),
  )
  count(
    'Refused as expected',
    checks.map((answer) => answer.checks.refuses),
  )
  count(
    'Passed',
    checks.map(({ passed }) => passed),
  )
  return parts.join(' ')
}

/** A bar would end the cell, a line break the row. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
}
