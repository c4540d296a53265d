import { dedent } from '../../formats/page/include.ts'

/** `// #region name`, as editors fold it. */
const REGION = /^\W*(?:rem[ \t]+|pragma[ \t]+)?#?(end)?region\b[ \t]*"?([\w*-]*)/i

/** A text without the lines that begin and end regions. */
export function withoutMarks(text: string): string {
  return text
    .split(/\r?\n/)
    .filter((line) => !isMark(line))
    .join('\n')
}

/** A mark stands in a comment of its own, or is a directive of the language. */
function isMark(line: string): boolean {
  return /^[ \t]*\W/.test(line) && REGION.test(line)
}

/** Between `#region name` and its end, without the marks; undefined where no region has the name. */
export function regionOf(text: string, name: string): string | undefined {
  const lines: string[] = []
  let depth = 0
  for (const line of text.split(/\r?\n/)) {
    const [found, isEnd, named] = isMark(line) ? (REGION.exec(line) ?? []) : []
    if (found === undefined) {
      if (depth > 0) lines.push(line)
    } else if (depth > 0) {
      depth += isEnd === undefined ? 1 : -1
      if (depth === 0) return dedent(lines).join('\n')
    } else if (isEnd === undefined && named === name) depth = 1
  }
  return depth > 0 ? dedent(lines).join('\n') : undefined
}
