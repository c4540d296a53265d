import { expandIndentedBlocks } from './indented-blocks.ts'
import type { SourceLine } from './parts/source-lines.ts'
import { closeTag, openTag } from './parts/write-tag.ts'

/** `:   What the term means.` */
const DEFINITION = /^ {0,3}:[ \t]+(\S.*)$/
/** What begins no term: other blocks, and text that belongs to a list or is code. A comment may be one that a hook writes. */
const OTHER_BLOCK = /^(?:[ \t]{1,}|#{1,6}[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]|\||<(?!!--)|:)/
const INDENT = /^(?: {4}|\t)/
const LONGEST_LINE = 1_000

/**
 * Definition lists of MkDocs, Hugo and Pandoc become elements: terms, each in a line of its own, and below them
 * definitions that begin with a colon.
 */
export function expandDefinitionLists(lines: readonly SourceLine[]): SourceLine[] {
  const result: SourceLine[] = []
  const write = (texts: readonly string[]) => {
    for (const text of texts) result.push({ text, isCode: false })
  }
  let isOpen = false
  let at = 0
  while (at < lines.length) {
    const end = endOfTerms(lines, at)
    const first = end > at ? definitionAfter(lines, end) : undefined
    if (first === undefined) {
      const isBlank = (lines[at]?.text.trim() ?? '') === ''
      if (isOpen && !isBlank) write(closeTag('dl', ''))
      if (!isBlank) isOpen = false
      // The whole paragraph, so that none of it is looked at again.
      for (const stop = Math.max(end, at + 1); at < stop; at += 1) {
        const line = lines[at]
        if (line !== undefined) result.push(line)
      }
      continue
    }
    if (!isOpen) write(openTag('dl', {}, ''))
    isOpen = true
    for (const { text } of lines.slice(at, end))
      write([...openTag('dt', {}, ''), text, ...closeTag('dt', '')])
    for (let next: number | undefined = first; next !== undefined; next = definitionAfter(lines, at)) {
      const body = definitionAt(lines, next)
      write(openTag('dd', {}, ''))
      result.push(...expandIndentedBlocks(body.lines))
      write(closeTag('dd', ''))
      at = body.end
    }
  }
  if (isOpen) write(closeTag('dl', ''))
  return result
}

/** Behind the lines of a paragraph that may be terms; where it begins when they may not. */
function endOfTerms(lines: readonly SourceLine[], at: number): number {
  let end = at
  for (; end < lines.length; end += 1) {
    const line = lines[end]
    if (line === undefined || line.isCode || line.text.trim() === '' || DEFINITION.test(line.text)) break
    if (OTHER_BLOCK.test(line.text) || line.text.length > LONGEST_LINE) return at
  }
  return end
}

/** The line of a definition: this one, or the next behind a blank one. */
function definitionAfter(lines: readonly SourceLine[], at: number): number | undefined {
  const isDefinition = (index: number) => {
    const line = lines[index]
    return (
      line !== undefined && !line.isCode && line.text.length <= LONGEST_LINE && DEFINITION.test(line.text)
    )
  }
  if (isDefinition(at)) return at
  return lines[at]?.text.trim() === '' && isDefinition(at + 1) ? at + 1 : undefined
}

/** The text of a definition, moved to the left. */
function definitionAt(lines: readonly SourceLine[], at: number): { lines: SourceLine[]; end: number } {
  const body: SourceLine[] = [{ text: DEFINITION.exec(lines[at]?.text ?? '')?.[1] ?? '', isCode: false }]
  let end = at + 1
  let isAfterBlank = false
  for (; end < lines.length; end += 1) {
    const line = lines[end]
    if (line === undefined) break
    const isBlank = line.text.trim() === ''
    const isIndented = INDENT.test(line.text)
    if (!isBlank && !isIndented && (isAfterBlank || line.isCode || DEFINITION.test(line.text))) break
    body.push({ ...line, text: line.text.replace(INDENT, '') })
    isAfterBlank = isBlank
  }
  while (body.length > 1 && body.at(-1)?.text === '') {
    body.pop()
    end -= 1
  }
  return { lines: body, end }
}
