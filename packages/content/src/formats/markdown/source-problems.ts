import type { Problem, ProblemRule } from '../../paths/problem.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import type { ScannedPage } from './scan/scan-page.ts'

/** Problems of a page that its scan shows. */
export function sourceProblems(page: ScannedPage): Problem[] {
  const problems: Problem[] = []
  const add = (offset: number, rule: ProblemRule, message: string) => {
    problems.push({ file: page.file, ...page.lines.at(offset), rule, message, severity: 'error' })
  }
  if (page.truncated) {
    const message = `The page is longer than ${LONGEST_PAGE} characters; the rest was not read. Split it into several.`
    problems.push({ file: page.file, line: 1, column: 1, rule: 'page-too-large', message, severity: 'error' })
  }
  const frontmatter = page.frontmatter.problem
  if (frontmatter !== undefined) {
    problems.push({ file: page.file, ...frontmatter, rule: 'frontmatter-invalid', severity: 'error' })
  }
  for (const block of page.blocks) {
    if (block.kind !== 'code' || block.closed || page.truncated) continue
    const mark = /`{3,}|~{3,}/.exec(page.source.slice(block.start, block.end))?.[0] ?? '```'
    const message = `The code block that starts here is never closed: add a line with ${mark} after its last line, indented as this one.`
    add(block.start, 'code-fence-unclosed', message)
  }
  const tag = page.mdx && !page.truncated ? tagProblem(page) : undefined
  if (tag !== undefined) add(tag.offset, 'mdx-invalid', tag.message)
  return problems
}

/** The first tag without a partner, or the first `<` or `{` that begins nothing. */
function tagProblem(page: ScannedPage): { offset: number; message: string } | undefined {
  const open: { name: string; offset: number }[] = []
  for (const [index, scan] of page.inline.entries()) {
    const block = page.blocks[index]
    if (scan === undefined || (block?.kind === 'heading' && block.nested)) continue
    if (scan.stray !== undefined) {
      const char = page.source[scan.stray]
      const message = `This ${char} begins no ${char === '<' ? 'tag' : 'expression that is closed'}: write \\${char} if it is text.`
      return { offset: scan.stray, message }
    }
    for (const token of scan.tokens) {
      if (token.kind !== 'tag' || token.tag.selfClosing) continue
      const { name, closing } = token.tag
      if (!closing) open.push({ name, offset: token.start })
      else if (open.pop()?.name !== name) {
        return { offset: token.start, message: `</${name}> closes no tag that is open here.` }
      }
    }
  }
  const last = open.at(-1)
  if (last === undefined) return undefined
  return {
    offset: last.offset,
    message: `<${last.name}> is never closed: add </${last.name}>, or write <${last.name} />.`,
  }
}
