import type { Problem } from '../../paths/problem.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import { readHeader } from './read-header.ts'

/** What is wrong with a page: what Asciidoctor says, and what its header and size show. */
export function asciidocProblems(file: string, source: string, found: readonly Problem[]): Problem[] {
  const problems: Problem[] = [...found]
  const { problem } = readHeader(source)
  if (problem !== undefined)
    problems.unshift({ file, ...problem, rule: 'frontmatter-invalid', severity: 'error' })
  if (source.length > LONGEST_PAGE) {
    const message = `The page is longer than ${LONGEST_PAGE} characters; the rest was not read. Split it into several.`
    problems.unshift({ file, line: 1, column: 1, rule: 'page-too-large', message, severity: 'error' })
  }
  return problems
}
