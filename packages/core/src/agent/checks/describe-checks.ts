import { isDocumentationFile, type Problem } from '@docent/content'
import type { CheckReport } from './check-docs.ts'

/** Most problems that are listed. */
const MAX_PROBLEMS = 50
/** Most pages of a sentence. */
const MAX_PAGES = 10

/** One line a problem, for a model or a reviewer. */
export function describeProblems(problems: readonly Problem[]): string {
  return problems.map(({ file, line, rule, message }) => `- ${file}:${line} [${rule}] ${message}`).join('\n')
}

/** What was checked, what was found, and the pages whose names were not all checked. */
export function describeChecks(report: CheckReport, quote = (path: string) => path): string {
  const unchecked = uncheckedNames(report, quote)
  return unchecked === '' ? describeFound(report, quote) : `${describeFound(report, quote)}\n\n${unchecked}`
}

function uncheckedNames(
  { uncheckedNames: pages = [] }: CheckReport,
  quote: (path: string) => string,
): string {
  if (pages.length === 0) return ''
  const named = pages.slice(0, MAX_PAGES).map(quote)
  if (pages.length > MAX_PAGES) named.push(`${pages.length - MAX_PAGES} more`)
  return `Not checked: whether all new names in ${named.join(', ')} exist. The changes have too many names.`
}

function describeFound(report: CheckReport, quote: (path: string) => string): string {
  const looked = lookedAt(report)
  const { problems } = report
  if (problems.length === 0)
    return looked === '' ? 'No check applies to the changed files.' : `${looked} No new problem was found.`
  const lines = problems
    .slice(0, MAX_PROBLEMS)
    .map(({ file, line, message }) => `- ${quote(`${file}:${line}`)} ${message}`)
  if (problems.length > MAX_PROBLEMS) lines.push(`- … and ${problems.length - MAX_PROBLEMS} more`)
  const found = problems.length === 1 ? '1 problem is left' : `${problems.length} problems are left`
  return `${looked} ${found}:\n${lines.join('\n')}`.trim()
}

function lookedAt({ files, links, navigation }: CheckReport): string {
  const pages = files.filter(isDocumentationFile).length
  const descriptions = files.length - pages
  const parts: string[] = []
  if (pages > 0)
    parts.push(
      `syntax, frontmatter, links, anchors and images of ${count(pages, 'page')}${links > 0 ? ` (${count(links, 'link')})` : ''}`,
    )
  if (descriptions > 0) parts.push(`syntax and references of ${count(descriptions, 'OpenAPI description')}`)
  if (navigation !== undefined)
    parts.push(`the entries of the navigation${navigation === '' ? '' : ` (${navigation})`}`)
  return parts.length === 0 ? '' : `Checked: ${parts.join('; ')}.`
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
