/** What a line begins, and how much of it is no text: white space, marks of quotes, items and headings. */
export interface BlockStart {
  readonly kind: 'text' | 'item' | 'heading' | 'row' | 'fence'
  readonly length: number
  /** Nothing but white space and marks of quotes. */
  readonly isBlank?: boolean
  /** The run of backticks or tildes of a fence. */
  readonly mark?: string
}

const PREFIX = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])(?=[ \t]|\r?\n|$)[ \t]*)*/
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?!`)|~{3,}(?!~))([^\n]*)$/
/** While a line has only these characters, it can still become any kind of block. */
const UNDECIDED = /^[\s>*+#|`~\d.)-]*$/
const LONGEST_PREFIX = 400

/** Reads the beginning of a line. Undefined while more of it is needed. */
export function blockStart(text: string, final: boolean): BlockStart | undefined {
  const newline = text.indexOf('\n')
  const line = text.slice(0, Math.min(newline === -1 ? text.length : newline, LONGEST_PREFIX))
  const isWhole = newline !== -1 || final || text.length > LONGEST_PREFIX
  if (!isWhole && UNDECIDED.test(line)) return undefined
  const fence = line.includes('```') || line.includes('~~~') ? FENCE.exec(line) : null
  if (fence !== null) {
    const [whole, mark = '', info = ''] = fence
    // A backtick behind the mark makes it a code span.
    if (!(mark.startsWith('`') && info.includes('`'))) {
      if (!isWhole) return undefined
      return { kind: 'fence', length: newline === -1 ? whole.length : newline + 1, mark }
    }
  }
  if (/^[ \t>]*\r?$/.test(line))
    return { kind: 'text', length: line.replace(/\r$/, '').length, isBlank: true }
  const prefix = PREFIX.exec(line)?.[0] ?? ''
  const rest = line.slice(prefix.length)
  const heading = /^#{1,6}[ \t]+/.exec(rest)?.[0]
  if (heading !== undefined) return { kind: 'heading', length: prefix.length + heading.length }
  if (rest.startsWith('|')) return { kind: 'row', length: prefix.length + 1 }
  return { kind: /[-*+\d]/.test(prefix) ? 'item' : 'text', length: prefix.length }
}

/** Length of the line break at the very beginning; 0 without one. */
export function lineBreak(text: string): number {
  if (text.startsWith('\n')) return 1
  return text.startsWith('\r\n') ? 2 : 0
}
