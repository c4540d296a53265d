import type { Tag } from './scan-tag.ts'

const ITEM = /(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/y
const BREAK = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,})$/
const DEEPEST = 64

/** Where the content of a line begins, after quotation and list marks. */
export interface EnteredLine {
  first: number
  /** Column of `first`, tabs being 4 wide. */
  column: number
  /** Columns of indentation within the innermost list item. */
  indent: number
  quotes: number
  /** The line has a quotation or list mark. */
  markers: boolean
  /** The line begins a list item. */
  newItem: boolean
  nested: boolean
}

/** Follows which list items, quotations and JSX elements are open from line to line. */
export class BlockContainers {
  /** Open list items: column where content begins, and how many quotations they are in. */
  private lists: { column: number; quotes: number }[] = []
  private quotes = 0
  private elements: { base: number | undefined }[] = []

  get depth(): number {
    return this.lists.length
  }

  /** Columns of indentation that only reflect the nesting of JSX. */
  get base(): number {
    return this.elements.at(-1)?.base ?? 0
  }

  enter(source: string, start: number, end: number, mdx: boolean, inParagraph: boolean): EnteredLine {
    let { at, column } = skipSpace(source, start, end, 0)
    if (at >= end) return this.blank(at, column)
    const element = this.elements.at(-1)
    if (element !== undefined && element.base === undefined) element.base = column
    this.leave(0, column)
    let quotes = 0
    let markers = false
    let newItem = false
    while (quotes + this.lists.length < DEEPEST) {
      const indent = column - this.contentColumn(quotes)
      if (indent >= 4 && !mdx) break
      const char = source[at]
      if (char === '>' && !(mdx && indent >= 4)) {
        quotes += 1
        markers = true
        ;({ at, column } = skipSpace(source, at + 1, end, column + 1))
        if (at < end) this.leave(quotes, column)
        continue
      }
      const mark = itemMark(source, at, end, inParagraph && !newItem && this.lists.length === 0)
      if (mark === 0) break
      const after = skipSpace(source, at + mark, end, column + mark)
      const gap = after.column - column - mark
      const content = column + mark + (gap >= 1 && gap <= 4 && after.at < end ? gap : 1)
      this.lists.push({ column: content, quotes })
      markers = true
      newItem = true
      at = after.at
      column = after.column
      if (at >= end) break
    }
    if (!(inParagraph && quotes < this.quotes)) this.settle(quotes)
    const indent = column - this.contentColumn(quotes)
    const nested = quotes > 0 || this.lists.length > 0
    return { first: at, column, indent, quotes, markers, newItem, nested }
  }

  /** The line begins a block, so it cannot have been a lazy one of a paragraph in more quotations. */
  settle(quotes: number): void {
    while ((this.lists.at(-1)?.quotes ?? 0) > quotes) this.lists.pop()
    this.quotes = quotes
  }

  /** Where the content of the next line begins if it is still in the same containers; undefined when they end. */
  continues(source: string, start: number, end: number): { first: number; indent: number } | undefined {
    let { at, column } = skipSpace(source, start, end, 0)
    const list = this.lists.at(-1)
    for (let quote = 0; quote < this.quotes; quote += 1) {
      if (source[at] !== '>' || at >= end) return undefined
      ;({ at, column } = skipSpace(source, at + 1, end, column + 1))
    }
    if (list === undefined) return { first: at, indent: column }
    if (at < end && column < list.column) return undefined
    return { first: at, indent: column - list.column }
  }

  /** Column of the first character that is not a space; undefined for a blank line. */
  peekIndent(source: string, start: number, end: number): number | undefined {
    const { at, column } = skipSpace(source, start, end, 0)
    return at >= end ? undefined : column
  }

  /** A tag at the start of a line: its element's content may be indented. */
  tag(tag: Tag, rest: string): void {
    if (tag.closing) this.elements.pop()
    else if (!tag.selfClosing && !rest.includes(`</${tag.name}`) && this.elements.length < DEEPEST) {
      this.elements.push({ base: undefined })
    }
  }

  private blank(at: number, column: number): EnteredLine {
    return {
      first: at,
      column,
      indent: 0,
      quotes: this.quotes,
      markers: false,
      newItem: false,
      nested: false,
    }
  }

  /** Ends the list items whose content a line at `column` does not reach. */
  private leave(quotes: number, column: number): void {
    const ended = this.lists.findIndex((list) => list.quotes === quotes && list.column > column)
    if (ended >= 0) this.lists.length = ended
  }

  private contentColumn(quotes: number): number {
    const list = this.lists.at(-1)
    return list !== undefined && list.quotes === quotes ? list.column : 0
  }
}

function itemMark(source: string, at: number, end: number, interrupts: boolean): number {
  const char = source.charCodeAt(at)
  const digit = char >= 48 && char <= 57
  if (!digit && char !== 45 && char !== 43 && char !== 42) return 0
  ITEM.lastIndex = at
  const mark = ITEM.exec(source)?.[0]
  if (mark === undefined || at + mark.length > end) return 0
  if (end - at < 200 && BREAK.test(source.slice(at, end))) return 0
  // Only a list from 1 with content may interrupt a paragraph.
  if (
    interrupts &&
    (skipSpace(source, at + mark.length, end, 0).at >= end || (digit && !/^1[.)]/.test(mark)))
  ) {
    return 0
  }
  return mark.length
}

function skipSpace(source: string, from: number, end: number, startColumn: number) {
  let at = from
  let column = startColumn
  for (; at < end; at += 1) {
    const char = source.charCodeAt(at)
    if (char === 32) column += 1
    else if (char === 9) column += 4 - (column % 4)
    else break
  }
  return { at, column }
}
