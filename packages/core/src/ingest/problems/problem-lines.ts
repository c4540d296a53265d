import type { IndexProblem, ProblemGroup } from '../../domain/index-problem.ts'
import { isForPeople } from './problem-report.ts'

/** Of each kind, in a terminal and in the record of an update. */
const MOST_EXAMPLES = 5

export function problemLine({
  file,
  line,
  message,
}: Pick<IndexProblem, 'file' | 'line' | 'message'>): string {
  return `${file}${line > 0 ? `:${line}` : ''}: ${message}`
}

/** What an index lost, for people: each kind with what to do, and its first files below. */
export function problemLines(groups: readonly ProblemGroup[]): string[] {
  return groups.flatMap(({ title, advice, count, examples }) => {
    const shown = examples.slice(0, MOST_EXAMPLES)
    const more = count - shown.length
    return [
      `${title}. ${advice}`,
      ...shown.map((each) => `  ${problemLine(each)}`),
      ...(more > 0 ? [`  and ${more.toLocaleString('en-US')} more`] : []),
    ]
  })
}

/** One sentence for each kind that somebody should look at. */
export function lossesOf(groups: readonly ProblemGroup[]): string[] {
  return groups.filter(isForPeople).map(({ title }) => `${title}.`)
}
