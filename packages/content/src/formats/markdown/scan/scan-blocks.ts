import { lineAt } from '../../../located/line-index.ts'
import { headingAttributes } from './attribute-list.ts'
import type { Block, TextBlock } from './block.ts'
import { BlockContainers } from './block-containers.ts'
import { htmlBlockEnd, isUnread } from './html-block.ts'
import { esmEnd } from './mdx-esm.ts'
import { indexBefore, newScanBudget, type ScanBudget, scanExpression, scanTag } from './scan-tag.ts'

const ATX_HEADING = /(#{1,6})(?:[ \t]+|$)/y
const FENCE = /(`{3,}|~{3,})/y
const SETEXT = /(?:=+|-+)[ \t]*$/y
/** Of a line without spaces around it. */
const TABLE_DELIMITER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/
const THEMATIC_BREAK = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/y
const DEFINITION = /\[[^\]\n]+\]:/y
const LONGEST_MARKED_LINE = 2_000

/**
 * Splits Markdown or MDX into blocks in one pass over the lines, in linear time whatever the input.
 *
 * micromark reads a megabyte of GFM and MDX in about 1.7 s; indexing a large site must read 20 in a few seconds, so
 * pages are scanned with this and only checks (`checkPage`) pay for a full parse. Follows CommonMark 0.31 for what
 * decides where headings, code and text begin and end; a test holds it against remark on real pages.
 */
export function scanBlocks(source: string, from: number, mdx: boolean): Block[] {
  return new BlockScanner(source, from, mdx).scan()
}

interface Paragraph {
  start: number
  end: number
  quotes: number
  lists: number
  table: boolean
}

class BlockScanner {
  private readonly blocks: Block[] = []
  private readonly containers = new BlockContainers()
  private readonly budget: ScanBudget
  private text: TextBlock | undefined
  private paragraph: Paragraph | undefined
  private commentsEnd = false
  private at: number

  private readonly source: string
  private readonly mdx: boolean

  constructor(source: string, from: number, mdx: boolean) {
    this.source = source
    this.mdx = mdx
    this.at = from
    this.budget = newScanBudget(source.length - from)
  }

  scan(): Block[] {
    while (this.at < this.source.length) this.scanLine()
    this.closeText()
    return this.blocks
  }

  private scanLine(): void {
    const { source, containers } = this
    const start = this.at
    const [end, next] = lineAt(source, start)
    this.at = next
    if (this.mdx && this.text === undefined && this.skipEsm(start)) return
    const line = containers.enter(source, start, end, this.mdx, this.paragraph !== undefined)
    const first = line.first
    if (first >= end) {
      if (line.markers) this.addText(start, end)
      else this.closeText()
      this.paragraph = undefined
      return
    }
    // A line without its quotation's mark only continues a paragraph lazily, which changes no block.
    if (line.newItem || line.quotes > (this.paragraph?.quotes ?? 0)) this.paragraph = undefined
    if (!this.mdx && line.indent >= 4 && this.paragraph === undefined) {
      if (line.markers) this.addText(start, end)
      else this.indentedCode(start, end, line.column - line.indent + 4)
      return
    }
    const marks = line.indent < 4 || this.mdx
    const char = source[first]
    if (marks && end - first <= LONGEST_MARKED_LINE) {
      if (char === '#' && this.atxHeading(start, first, end, line.nested)) return
      if ((char === '=' || char === '-') && this.setextHeading(first, end, line.quotes, line.newItem)) return
      if ((char === '*' || char === '-' || char === '_') && matches(THEMATIC_BREAK, source, first, end)) {
        this.closeText()
        return
      }
    }
    if (marks && (char === '`' || char === '~') && this.fence(start, first, end, line.quotes)) return
    if (marks && char === '<' && this.markup(start, first, end)) return
    if (this.mdx && char === '{' && this.expression(start, first, end)) return
    if (this.paragraph === undefined) {
      const definition = char === '[' && matches(DEFINITION, source, first, end, false)
      if (!definition) {
        this.paragraph = { start: first, end, quotes: line.quotes, lists: containers.depth, table: false }
      }
    } else {
      this.paragraph.end = end
      if (end - start <= LONGEST_MARKED_LINE && (char === '|' || char === ':' || char === '-')) {
        const row = source.slice(first, end).trim()
        if (row.includes('|') && TABLE_DELIMITER.test(row)) this.paragraph.table = true
      }
    }
    this.addText(start, end)
  }

  private addText(start: number, end: number, html = false): void {
    if (this.text !== undefined && this.text.html === html) this.text.end = end
    else {
      if (this.text !== undefined) this.blocks.push(this.text)
      this.text = { kind: 'text', start, end, html, base: this.containers.base }
    }
  }

  private closeText(): void {
    if (this.text !== undefined) this.blocks.push(this.text)
    this.text = undefined
    this.paragraph = undefined
  }

  private atxHeading(start: number, first: number, end: number, nested: boolean): boolean {
    ATX_HEADING.lastIndex = 0
    const match = ATX_HEADING.exec(this.source.slice(first, end))
    if (match === null) return false
    const raw = this.source.slice(first + match[0].length, end)
    const text = raw.replace(/(^|[ \t])#+[ \t]*$/, '').trimEnd()
    if (nested) this.addText(start, end)
    else this.closeText()
    this.pushHeading(start, end, match[1]?.length ?? 1, first + match[0].length, text, nested)
    return true
  }

  private setextHeading(first: number, end: number, quotes: number, newItem: boolean): boolean {
    const { paragraph, text, source } = this
    if (paragraph === undefined || text === undefined || paragraph.table || newItem) return false
    if (paragraph.quotes !== quotes || paragraph.lists !== this.containers.depth) return false
    if (!matches(SETEXT, source, first, end)) return false
    const nested = quotes > 0 || paragraph.lists > 0
    const depth = source[first] === '=' ? 1 : 2
    const title = source.slice(paragraph.start, paragraph.end).trimEnd()
    const start = lineStart(source, paragraph.start)
    if (nested) this.addText(start, end)
    else {
      text.end = start
      if (text.start >= start) this.text = undefined
      this.closeText()
    }
    this.pushHeading(start, end, depth, paragraph.start, title, nested)
    this.paragraph = undefined
    return true
  }

  private pushHeading(
    start: number,
    end: number,
    depth: number,
    textStart: number,
    text: string,
    nested: boolean,
  ): void {
    const { length, id } = headingAttributes(text, this.mdx)
    const textEnd = textStart + text.length - length
    const heading = { kind: 'heading' as const, start, end, depth, textStart, textEnd, nested }
    this.blocks.push(id === undefined ? heading : { ...heading, explicitId: id })
    this.paragraph = undefined
  }

  private fence(start: number, first: number, end: number, quotes: number): boolean {
    const { source, containers } = this
    FENCE.lastIndex = first
    const mark = FENCE.exec(source)?.[1]
    if (mark === undefined) return false
    if (mark[0] === '`' && indexBefore(source, '`', first + mark.length, end) >= 0) return false
    this.closeText()
    containers.settle(quotes)
    const closer = mark[0] === '`' ? /^`+[ \t]*$/ : /^~+[ \t]*$/
    let last = end
    let closed = false
    while (this.at < source.length) {
      const [lineEnd, next] = lineAt(source, this.at)
      const inside = containers.continues(source, this.at, lineEnd)
      // The quotation or list item ends, and the code with it.
      if (inside === undefined) break
      last = lineEnd
      this.at = next
      const char = source[inside.first]
      if (char !== mark[0] || (inside.indent >= 4 && !this.mdx)) continue
      if (lineEnd - inside.first > LONGEST_MARKED_LINE) continue
      const rest = source.slice(inside.first, lineEnd)
      if (closer.test(rest) && rest.trimEnd().length >= mark.length) {
        closed = true
        break
      }
    }
    this.blocks.push({ kind: 'code', start, end: last, fenced: true, closed, base: containers.base })
    return true
  }

  private indentedCode(start: number, end: number, column: number): void {
    const { source, containers } = this
    this.closeText()
    let last = end
    while (this.at < source.length) {
      const [lineEnd, next] = lineAt(source, this.at)
      const line = containers.peekIndent(source, this.at, lineEnd)
      if (line !== undefined && line < column) break
      if (line !== undefined) last = lineEnd
      this.at = next
    }
    // Blank lines at the end were read too; they separate blocks and belong to none.
    this.blocks.push({ kind: 'code', start, end: last, fenced: false, closed: true, base: containers.base })
  }

  /** Comments, HTML blocks, and JSX tags that stand at the start of a line. */
  private markup(start: number, first: number, end: number): boolean {
    const { source } = this
    if (source.startsWith('<!--', first)) return this.comment(start, first)
    if (!this.mdx) {
      const last = htmlBlockEnd(source, first, end, this.paragraph !== undefined)
      if (last === undefined) return false
      this.closeText()
      if (!isUnread(source, first)) this.addText(start, last, true)
      this.closeText()
      this.at = lineAt(source, last)[1]
      return true
    }
    const tag = scanTag(source, first, source.length, this.budget)
    if (tag === undefined) return false
    const [last, next] = lineAt(source, tag.end)
    const rest = source.slice(tag.end, last)
    const alone = rest.trim() === ''
    // A tag with a line of its own is a block of its own: what follows may be indented by its element.
    if (alone) this.closeText()
    this.addText(start, last)
    this.at = Math.max(this.at, next)
    this.containers.tag(tag, rest)
    if (alone) this.closeText()
    else if (rest.trimEnd().endsWith('>')) this.paragraph = undefined
    else this.paragraph ??= { start: first, end: last, quotes: 0, lists: this.containers.depth, table: true }
    return true
  }

  private comment(start: number, first: number): boolean {
    if (this.commentsEnd) return false
    const { source } = this
    const close = source.indexOf('-->', first + 4)
    if (close < 0) {
      // Remembered: looking for the end again from each later comment would be quadratic.
      this.commentsEnd = true
      return false
    }
    const [last, next] = lineAt(source, close + 3)
    if (source.slice(close + 3, last).trim() === '') this.closeText()
    else this.addText(start, last)
    this.at = next
    return true
  }

  private expression(start: number, first: number, end: number): boolean {
    const { source } = this
    const close = scanExpression(source, first, source.length, this.budget)
    if (close === undefined) return false
    const [last, next] = lineAt(source, close)
    const comment = source.startsWith('{/*', first) && source.slice(close - 3, close) === '*/}'
    if (comment && source.slice(close, last).trim() === '') this.closeText()
    else if (close > end) this.addText(start, last)
    else return false
    this.at = next
    return true
  }

  private skipEsm(start: number): boolean {
    const end = esmEnd(this.source, start, this.budget)
    if (end === undefined) return false
    this.at = end
    return true
  }
}

function lineStart(source: string, at: number): number {
  return source.lastIndexOf('\n', at - 1) + 1
}

function matches(pattern: RegExp, source: string, from: number, to: number, whole = true): boolean {
  pattern.lastIndex = 0
  const match = pattern.exec(source.slice(from, to))
  return match !== null && (!whole || match[0].length === to - from)
}
