/** A stretch that says one thing: a sentence's paragraph, an item of a list, a row of a table, a line of code, a heading. */
interface Segment {
  readonly start: number
  readonly kind: 'text' | 'heading' | 'row' | 'code'
  /** Columns before its text. */
  readonly indent: number
  /** Number of the table that a row belongs to. */
  readonly table: number
}

const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/
const HEADING = /^#{1,6}[ \t]/
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/
/** What stands above others by itself, such as the name of an option in bold. */
const LABEL = /^[ \t>]*(?:\*\*[^*\n]{1,60}\*\*|`[^`\n]{1,60}`)[ \t:]*$/

/** Where the parts of a text begin and end: a value belongs to the option in its own part, or in one above it. */
export class TextLayout {
  readonly #segments: Segment[] = []

  constructor(private readonly text: string) {
    let isCode = false
    let table = 0
    let isOpen = false
    for (let at = 0; at <= text.length; ) {
      const newline = text.indexOf('\n', at)
      const end = newline === -1 ? text.length : newline
      const line = text.slice(at, Math.min(end, at + 400))
      const isFence = FENCE.test(line)
      const isRow = !isCode && /^[ \t>]*\|/.test(line)
      const isHeading = !isCode && HEADING.test(line)
      const isBlank = line.trim() === ''
      if (isFence) isCode = !isCode
      if (!isRow && this.#segments.at(-1)?.kind === 'row') table++
      const begins = isCode || isFence || isRow || isHeading || ITEM.test(line) || LABEL.test(line) || !isOpen
      if (!isBlank && begins) {
        const kind = isCode ? 'code' : isRow ? 'row' : isHeading ? 'heading' : 'text'
        this.#segments.push({ start: at, kind, indent: line.search(/\S/), table })
      }
      isOpen = !isBlank && !isHeading && !isRow && !isFence && !isCode && !LABEL.test(line)
      at = end + 1
    }
  }

  /** The part at a place, with the heading above it. */
  partAt(place: number): string {
    const index = this.#indexAt(place)
    const heading = this.#segments.findLast(({ kind }, at) => kind === 'heading' && at <= index)
    return `${heading ? this.#lineAt(heading.start) : ''}\n${this.text.slice(this.#startOf(index), this.#startOf(index + 1))}`
  }

  /** Whether the two places are in one part, or the first in one that stands above that of the second. */
  belongs(option: number, value: number): boolean {
    const above = this.#indexAt(option)
    const below = this.#indexAt(value)
    if (above === below) return true
    if (above > below) return false
    const segment = this.#segments[above]
    if (segment === undefined) return true
    const between = this.#segments.slice(above + 1, below + 1)
    const own = this.#segments[below]
    if (segment.kind === 'heading') return between.every(({ kind }) => kind !== 'heading')
    // The head of a table names its columns.
    if (segment.kind === 'row')
      return (
        own?.kind === 'row' &&
        own.table === segment.table &&
        this.#segments[above - 1]?.table !== segment.table
      )
    if (between.every(({ indent, kind }) => indent > segment.indent && kind !== 'heading')) return true
    return LABEL.test(this.#lineAt(segment.start)) &&
      !between.slice(0, -1).some(({ start }) => LABEL.test(this.#lineAt(start)))
      ? between.length <= 3
      : false
  }

  #lineAt(start: number): string {
    const newline = this.text.indexOf('\n', start)
    return this.text.slice(start, Math.min(newline === -1 ? this.text.length : newline, start + 400))
  }

  #startOf(index: number): number {
    return this.#segments[index]?.start ?? (index < 0 ? 0 : this.text.length)
  }

  #indexAt(place: number): number {
    let low = 0
    let high = this.#segments.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#segments[middle]?.start ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
