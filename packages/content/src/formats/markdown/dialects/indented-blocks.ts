import type { SourceLine } from './parts/source-lines.ts'
import { closeTag, openTag } from './parts/write-tag.ts'

/** `!!! note "Title"`, `???+ tip`. */
const ADMONITION = /^([ \t]*)(!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]*)((?:[ \t]+[\w-]+)*)(?:[ \t]+"(.*)")?[ \t]*$/
/** `=== "Title"`. */
const TAB = /^([ \t]*)===([!+]*)[ \t]+(?:"(.*)"|'(.*)')[ \t]*$/
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
const DEEPEST = 20
const LONGEST_LINE = 1_000
/** Lines above a block that decide whether it is in a list. */
const LOOK_BACK = 200

/**
 * The same lines without the marks of admonitions and tabs, and their text moved to the left. One line for each, so that
 * places in it are places in the source.
 */
export function unindentBlocks(lines: readonly SourceLine[], depth = 0, base = 0): SourceLine[] {
  if (depth > DEEPEST) return [...lines]
  const result: SourceLine[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at]
    if (line === undefined) break
    const isText = !line.isCode && line.text.length <= LONGEST_LINE
    const indent = isText ? (ADMONITION.exec(line.text) ?? TAB.exec(line.text))?.[1] : undefined
    if (indent === undefined || !isContent(lines, at, { width: widthOf(indent), base })) {
      result.push(line)
      at += 1
      continue
    }
    const body = bodyAfter(lines, at, indent)
    const inner = unindentBlocks(body.lines, depth + 1, widthOf(indent))
    const blank = { text: '', isCode: false }
    result.push(blank)
    append(result, inner)
    for (let rest = at + 1 + inner.length; rest < body.end; rest += 1) result.push(blank)
    at = body.end
  }
  return result
}

/** Admonitions and content tabs of MkDocs become elements; their text, which is indented, moves to the left. */
export function expandIndentedBlocks(lines: readonly SourceLine[], depth = 0, base = 0): SourceLine[] {
  if (depth > DEEPEST) return [...lines]
  const result: SourceLine[] = []
  const write = (texts: readonly string[]) => {
    for (const text of texts) result.push({ text, isCode: false })
  }
  let at = 0
  while (at < lines.length) {
    const line = lines[at]
    if (line === undefined) break
    const isText = !line.isCode && line.text.length <= LONGEST_LINE
    const admonition = !isText ? null : ADMONITION.exec(line.text)
    const tab = !isText ? null : TAB.exec(line.text)
    const indent = (admonition ?? tab)?.[1]
    if (indent === undefined || !isContent(lines, at, { width: widthOf(indent), base })) {
      result.push(line)
      at += 1
      continue
    }
    if (admonition !== null) {
      const [, , marks = '', kind = '', , title] = admonition
      const body = bodyAfter(lines, at, indent)
      const name = marks === '!!!' ? 'docent-callout' : 'docent-details'
      write(openTag(name, admonitionAttributes(marks, kind, title), indent))
      append(result, expandIndentedBlocks(body.lines, depth + 1, widthOf(indent)))
      write(closeTag(name, indent))
      at = body.end
      continue
    }
    write(openTag('docent-tabs', {}, indent))
    for (let next: RegExpExecArray | null = tab, isFirst = true; next !== null; isFirst = false) {
      if (next[1] !== indent || (!isFirst && next[2]?.includes('!'))) break
      const body = bodyAfter(lines, at, indent)
      write(openTag('docent-tab', { title: next[3] ?? next[4] }, indent))
      append(result, expandIndentedBlocks(body.lines, depth + 1, widthOf(indent)))
      write(closeTag('docent-tab', indent))
      at = body.end
      const following = lines[at]
      next =
        following === undefined || following.isCode || following.text.length > LONGEST_LINE
          ? null
          : TAB.exec(following.text)
    }
    write(closeTag('docent-tabs', indent))
  }
  return result
}

/** One by one: a call takes no more arguments than its stack holds. */
function append(lines: SourceLine[], more: readonly SourceLine[]): void {
  for (const line of more) lines.push(line)
}

function admonitionAttributes(marks: string, kind: string, title: string | undefined) {
  const shown = title ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
  return {
    type: kind,
    ...(shown === '' ? { untitled: 'true' } : { title: shown }),
    ...(marks.endsWith('+') ? { defaultopen: 'true' } : {}),
  }
}

/** The lines below that are indented further, moved to the left, and the line behind them and the blank ones. */
function bodyAfter(
  lines: readonly SourceLine[],
  at: number,
  indent: string,
): { lines: SourceLine[]; end: number } {
  const body: SourceLine[] = []
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end]
    if (line === undefined) break
    if (line.text.trim() === '') {
      body.push({ ...line, text: '' })
      continue
    }
    const inner = line.text.startsWith(indent) ? line.text.slice(indent.length) : ''
    const moved = /^(?: {4}|\t| {1,3}\t)/.exec(inner)
    if (moved === null) break
    body.push({ ...line, text: indent + inner.slice(moved[0].length) })
  }
  while (body.at(-1)?.text === '') body.pop()
  return { lines: body, end }
}

/** Four spaces make a block of code, unless a list is around them. */
function isContent(
  lines: readonly SourceLine[],
  at: number,
  { width: indent, base }: { width: number; base: number },
): boolean {
  let width = indent
  const isCode = () => width - base >= 4
  let isBehindText = false
  for (let above = at - 1; isCode() && above >= Math.max(0, at - LOOK_BACK); above -= 1) {
    const { text = '' } = lines[above] ?? {}
    if (text.trim() === '') {
      // A paragraph without a mark ends what could be a list.
      if (isBehindText) return false
      continue
    }
    const other = widthOf(/^[ \t]*/.exec(text)?.[0] ?? '')
    if (other >= width) continue
    if (LIST_ITEM.test(text)) return true
    // The lines of an item may go on at the very left.
    if (other - base < 4) isBehindText = true
    else width = other
  }
  return !isCode()
}

function widthOf(indent: string): number {
  return indent.replaceAll('\t', '    ').length
}
