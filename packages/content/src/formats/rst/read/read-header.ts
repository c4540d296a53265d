import type { Frontmatter } from '../../page/frontmatter.ts'
import { sourceLines } from './indented-lines.ts'
import { isAdornment, isTitleMark } from './line-marks.ts'

/** Fields and title stand above this line. */
const MOST_LINES = 300
const LONGEST = 65_536
const FIELD = /^:(?![:\s`])([^:\n]{1,200}):(?:\s+(.*))?$/

/** What a page says of itself at its top: fields (`:orphan:`), before its title or below it, and the title as `title`. */
export function readHeader(source: string): Frontmatter {
  const lines = sourceLines(source.slice(source.charCodeAt(0) === 0xfeff ? 1 : 0, LONGEST)).slice(
    0,
    MOST_LINES,
  )
  const data: Record<string, unknown> = {}
  let hasFields = false
  let title: string | undefined
  for (let at = 0; at < lines.length; at += 1) {
    const [line = '', second = '', third = ''] = lines.slice(at, at + 3)
    if (line === '') continue
    const field = hasFields ? null : FIELD.exec(line)
    if (field !== null) {
      at = readFields(lines, at, data) - 1
      hasFields = true
      continue
    }
    if (/^\.\.(?: |$)/.test(line)) {
      while (/^(?: |$)/.test(lines[at + 1] ?? '-')) at += 1
      continue
    }
    if (title !== undefined) break
    const isOver = isAdornment(line) && isTitleMark(third, second.trim())
    if (!isOver && !isTitleMark(second, line)) {
      // What stands before the title are no fields any more.
      hasFields = true
      continue
    }
    title = plainTitle(isOver ? second.trim() : line)
    at += isOver ? 2 : 1
  }
  if (title !== undefined) data.title = title
  return { bodyStart: 0, data }
}

function readFields(lines: readonly string[], from: number, data: Record<string, unknown>): number {
  let at = from
  let last: string | undefined
  for (; at < lines.length && lines[at] !== ''; at += 1) {
    const line = lines[at] ?? ''
    const [whole, name = '', value = ''] = FIELD.exec(line) ?? []
    if (whole !== undefined && name !== '__proto__') {
      last = name.trim().toLowerCase()
      data[last] = value === '' ? true : value
    } else if (last !== undefined && line.startsWith(' ')) {
      const before = data[last]
      data[last] = before === true ? line.trim() : `${before} ${line.trim()}`
    } else break
  }
  return at
}

/** The words of a title, before anything that it refers to is known. */
export function plainTitle(text: string): string {
  return text
    .replace(/:[\w:.+-]{1,60}:`([^`]{0,500})`/g, (_, inner: string) =>
      inner.replace(/(?<=\S)\s*<[^<>]*>$/, '').replace(/^[~!]/, ''),
    )
    .replace(/`([^`<]{1,500})\s<[^<>`]{1,500}>`__?/g, '$1')
    .replace(/`{1,2}([^`]{1,500})`{1,2}_{0,2}/g, '$1')
    .replace(/\*{1,2}([^*\s](?:[^*]{0,500}[^*\s])?)\*{1,2}/g, '$1')
    .replace(/\|([^|\s][^|]{0,300})\|_{0,2}/g, '$1')
    .replace(/(?<=\w)_{1,2}(?=\s|$)/g, '')
    .replace(/\\(\s|(.))/g, '$2')
    .trim()
}
