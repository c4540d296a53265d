import { columnsOf, type GuardStep, MAX_HELD } from './guard-step.ts'

/** What the beginning of a line says about the rest of it. */
export type LineStart = GuardStep &
  (
    | { readonly kind: 'blank' }
    | { readonly kind: 'text'; readonly escapesFence: boolean }
    | { readonly kind: 'code-line' }
    | { readonly kind: 'fence'; readonly mark: '`' | '~'; readonly run: number; readonly indent: number }
  )

interface Prefix {
  at: number
  column: number
  /** Columns before the first character that is no space. */
  indent: number
  markers: number
  quoted: boolean
  /** Every renderer sees the list items that begin on this line. */
  certain: boolean
}

const LONGEST_PREFIX = 400

/**
 * Reads the beginnings of lines as CommonMark does, as far as it takes to know what is code: list items that are open
 * for certain, blank lines, fences, indented code.
 */
export class BlockStarts {
  /** Columns at which the content of open list items begins; only items that every renderer sees. */
  #items: number[] = []
  /** No paragraph is open that the next line could continue. */
  #isAfterBlank = true
  #isAfterCodeLine = false
  #mayBeInList = false

  /** After a break after which nobody knows whether a list goes on. */
  restart(): void {
    this.#items = []
    this.#isAfterBlank = true
    this.#isAfterCodeLine = false
  }

  closedFence(): void {
    this.#isAfterBlank = true
  }

  /**
   * @param escapesTable a row of dashes must not make a table of the line before it
   * @param escapesParenthesis a parenthesis is text here, so none ends the marker of a list item
   * @returns undefined when more input is needed
   */
  read(
    input: string,
    final: boolean,
    escapesTable = false,
    escapesParenthesis = false,
  ): LineStart | undefined {
    const saved = [...this.#items]
    const start = this.#read(input, final, escapesTable, escapesParenthesis)
    if (start === undefined) this.#items = saved
    return start
  }

  #read(
    input: string,
    final: boolean,
    escapesTable: boolean,
    escapesParenthesis: boolean,
  ): LineStart | undefined {
    const prefix: Prefix = { at: 0, column: 0, indent: -1, markers: 0, quoted: false, certain: true }
    for (;;) {
      skipSpace(input, prefix)
      if (prefix.indent === -1) prefix.indent = prefix.column
      if (prefix.at >= LONGEST_PREFIX) return this.#text(input, prefix, true)
      const char = input[prefix.at]
      if (char === undefined && !final) return undefined
      if (escapesTable) {
        const row = /^[|:-][-:| \t]*/.exec(input.slice(prefix.at))?.[0] ?? ''
        const end = input[prefix.at + row.length]
        if (row !== '' && end === undefined && !final) return undefined
        if (row.includes('-') && (end === undefined || end === '\n' || end === '\r')) {
          const { length, text, ...rest } = this.#text(input, prefix, true)
          return { ...rest, length, text: `${text}\\` }
        }
      }
      if (char === '>') {
        prefix.quoted = true
        prefix.at++
        prefix.column++
        continue
      }
      const marker = markerAt(input, prefix.at, final)
      if (marker === 'wait') return undefined
      if (marker === undefined || (escapesParenthesis && marker.endsWith(')'))) break
      if (this.#item(input, prefix, marker, final) === 'wait') return undefined
    }
    return this.#content(input, prefix, final)
  }

  #item(input: string, prefix: Prefix, marker: string, final: boolean): 'wait' | undefined {
    const popped = prefix.markers === 0 && !prefix.quoted && this.#close(prefix.indent)
    const offset = prefix.column - (this.#items.at(-1) ?? 0)
    prefix.at += marker.length
    prefix.column += marker.length
    prefix.markers++
    const space = /^[ \t]*/.exec(input.slice(prefix.at))?.[0] ?? ''
    const next = input[prefix.at + space.length]
    if (next === undefined && !final) return 'wait'
    // An empty item, a line of dashes, or a number other than 1 may belong to the paragraph before.
    if (next === undefined || next === '\n' || next === '\r') prefix.certain = false
    else if (/^\d/.test(marker) && Number.parseInt(marker, 10) !== 1 && !this.#isAfterBlank && !popped)
      prefix.certain = false
    if (prefix.quoted || offset > 3) prefix.certain = false
    if (!prefix.certain) {
      this.#items = []
      return undefined
    }
    const columns = columnsOf(space, prefix.column)
    this.#items.push(prefix.column + (columns >= 5 ? 1 : columns))
    return undefined
  }

  #content(input: string, prefix: Prefix, final: boolean): LineStart | undefined {
    const { at, markers, quoted, indent } = prefix
    const char = input[at]
    const isEmpty = char === undefined || char === '\n' || (char === '\r' && input[at + 1] === '\n')
    const isPlain = markers === 0 && !quoted
    if (isEmpty && isPlain) {
      this.#isAfterBlank = true
      return { length: at, text: input.slice(0, at), kind: 'blank' }
    }
    if (isPlain) this.#close(indent)
    if (isPlain && indent === 0 && this.#isAfterBlank) this.#mayBeInList = false
    const isCode = this.#isAfterBlank || this.#isAfterCodeLine
    if (isPlain && indent >= 4 && isCode && !this.#mayBeInList) {
      this.#isAfterBlank = false
      this.#isAfterCodeLine = true
      return { length: at, text: input.slice(0, at), kind: 'code-line' }
    }
    if (char !== '`' && char !== '~') return this.#text(input, prefix, false)
    return this.#fence(input, prefix, char, final)
  }

  #fence(input: string, prefix: Prefix, mark: '`' | '~', final: boolean): LineStart | undefined {
    const { at, column, markers, quoted, certain } = prefix
    const run = new RegExp(`^${mark}+`).exec(input.slice(at, at + MAX_HELD))?.[0].length ?? 0
    const isOpen = at + run === input.length && !final && run < MAX_HELD
    if (isOpen) return undefined
    if (run < 3) return this.#text(input, prefix, false)
    const newline = input.indexOf('\n', at)
    const end = newline === -1 ? input.length : newline
    if (newline === -1 && !final && end - at < MAX_HELD) return undefined
    const info = input.slice(at + run, end)
    if (mark === '`' && info.slice(0, MAX_HELD).includes('`')) return this.#text(input, prefix, false)
    const isInItem = column - (this.#items.at(-1) ?? 0) <= 3
    // With a pipe the line may be the head of a table, which markdown-it looks for first.
    const isHead = info.slice(0, MAX_HELD).includes('|')
    if (quoted || isHead || end - at >= MAX_HELD || (markers > 0 && !certain))
      return this.#text(input, prefix, true)
    // Indented deeper, it could continue a paragraph; after a blank line it is code, be it fenced or indented.
    const separates = markers === 0 && !isInItem && !this.#isAfterBlank
    const space = markers === 0 ? ' '.repeat(column) : input.slice(0, at)
    const length = newline === -1 ? end : end + 1
    if (markers > 0) this.#mayBeInList = true
    this.#isAfterBlank = false
    this.#isAfterCodeLine = false
    return {
      length,
      text: `${separates ? '\n' : ''}${space}${input.slice(at, length)}`,
      kind: 'fence',
      mark,
      run,
      indent: column,
    }
  }

  #text(input: string, { at, markers }: Prefix, escapesFence: boolean): LineStart & { kind: 'text' } {
    if (markers > 0) this.#mayBeInList = true
    this.#isAfterBlank = false
    this.#isAfterCodeLine = false
    return { length: at, text: input.slice(0, at), kind: 'text', escapesFence }
  }

  /** Leaves the list items that a line at this column does not belong to. */
  #close(indent: number): boolean {
    const before = this.#items.length
    while ((this.#items.at(-1) ?? 0) > indent) this.#items.pop()
    return this.#items.length < before
  }
}

function skipSpace(input: string, prefix: Prefix): void {
  for (let char = input[prefix.at]; char === ' ' || char === '\t'; char = input[++prefix.at])
    prefix.column += char === '\t' ? 4 - (prefix.column % 4) : 1
}

/** The marker of a list item, such as `-` or `12.`, which white space must follow. */
function markerAt(input: string, at: number, final: boolean): string | 'wait' | undefined {
  const match = /^(?:[-+*]|\d{1,9}(?:[.)]|$))/.exec(input.slice(at, at + 11))?.[0]
  if (match === undefined) return undefined
  const next = input[at + match.length]
  if (next === undefined && !final) return 'wait'
  if (/\d$/.test(match)) return undefined
  return next === undefined || /[ \t\r\n]/.test(next) ? match : undefined
}
