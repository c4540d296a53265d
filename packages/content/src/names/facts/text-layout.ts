/** A stretch that says one thing: a sentence's paragraph, an item of a list, a row of a table, a line of code, a heading. */
interface Segment {
  readonly start: number
  readonly kind: 'text' | 'heading' | 'row' | 'code'
  /** Columns before its text. */
  readonly indent: number
  /** Number of the table that a row belongs to. */
  readonly table: number
  /** It stands above others by itself. */
  readonly isLabel: boolean
}

const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/
const HEADING = /^#{1,6}[ \t]/
const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/
/** One of several things that are said of the same: `- Default: 80` below `- Type: number`. */
const PROPERTY = /^[ \t>]*[-*+][ \t]+(?:\*\*)?[A-Z][A-Za-z ]{1,24}(?:\*\*)?:(?:\*\*)?[ \t]/
/** What stands above others by itself, such as the name of an option in bold. */
const LABEL = /^[ \t>]*(?:\*\*[^*\n]{1,60}\*\*|`[^`\n]{1,60}`)[ \t:]*$/

/** Below a heading of its own, all that is said is about one thing. */
const SHORT_SECTION = 700
/** Parts that stand between one and what it belongs to. */
const MOST_ABOVE = 300
const MOST_UNDER_LABEL = 3
const SHORT_ITEM = 60
const MOST_BELOW = 5

export interface LayoutPart {
  text: string
  start: number
  isCode: boolean
  /** Numbers of the parts above it that it belongs to, in the order of `parts`. */
  owners(): readonly number[]
  /** Of a heading; 7 for the others. */
  level: number
}

/** Where the parts of a text begin and end: a value belongs to the option in its own part, or in one above it. */
export class TextLayout {
  readonly #segments: Segment[] = []
  readonly #known: (readonly number[] | undefined)[] = []

  readonly #text: string

  constructor(text: string) {
    this.#text = text
    let isCode = false
    let table = 0
    let isOpen = false
    let isProperty = false
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
      const goesOn = isProperty && PROPERTY.test(line)
      isProperty = !isCode && PROPERTY.test(line)
      const isItem = ITEM.test(line) && !goesOn
      const begins = isCode || isFence || isRow || isHeading || isItem || LABEL.test(line) || !isOpen
      if (!isBlank && begins) {
        const kind = isCode ? 'code' : isRow ? 'row' : isHeading ? 'heading' : 'text'
        this.#segments.push({ start: at, kind, indent: line.search(/\S/), table, isLabel: LABEL.test(line) })
      }
      isOpen = !isBlank && !isHeading && !isRow && !isFence && !isCode && !LABEL.test(line)
      at = end + 1
    }
  }

  /** The part at a place, with the heading above it and what else it belongs to. */
  partAt(place: number): string {
    const owners = this.#owners(this.#indexAt(place)).toReversed()
    const [first = -1] = owners
    const hasHeading = this.#segments[first]?.kind === 'heading' && owners.length > 1
    const rest = hasHeading ? owners.slice(1) : owners
    const texts = rest.map((at) => this.#text.slice(this.#startOf(at), this.#endOfPart(at, place)))
    return `${hasHeading ? this.#lineAt(this.#startOf(first)) : ''}\n${texts.join('')}`
  }

  /** Where a part ends; a short item, such as the number of a port, takes along what is indented below it. */
  #endOfPart(index: number, place: number): number {
    const own = this.#segments[index]
    const end = this.#startOf(index + 1)
    if (own?.kind !== 'text' || this.#indexAt(place) !== index || end - own.start > SHORT_ITEM) return end
    let last = index + 1
    while (last <= index + MOST_BELOW && (this.#segments[last]?.indent ?? 0) > own.indent) last++
    return this.#startOf(last)
  }

  /** All below the heading above a place, or before the first heading, when that is short; '' otherwise. */
  sectionAt(place: number): string {
    const index = this.#indexAt(place)
    const heading = this.#segments.findLastIndex(({ kind }, at) => kind === 'heading' && at <= index)
    const end = this.#segments.findIndex(({ kind }, at) => at > index && kind === 'heading')
    const start = heading === -1 ? 0 : this.#startOf(heading)
    const section = this.#text.slice(start, end === -1 ? undefined : this.#startOf(end))
    return section.length <= SHORT_SECTION ? section : ''
  }

  /** Whether the two places are in one part, or the first in one that stands above that of the second. */
  belongs(option: number, value: number): boolean {
    return this.#owners(this.#indexAt(value)).includes(this.#indexAt(option))
  }

  /** Every part with those above it that it belongs to, the nearest first. */
  *parts(): Generator<LayoutPart> {
    const headings: number[] = []
    for (const [at, { start, kind }] of this.#segments.entries()) {
      const text = this.#text.slice(start, this.#startOf(at + 1))
      const level = kind === 'heading' ? text.search(/[^#]/) : 7
      if (kind === 'heading') {
        while ((headings.at(-1) ?? 0) >= level) headings.pop()
        headings.push(level)
      }
      yield { text, start, isCode: kind === 'code', owners: () => this.#owners(at).slice(1), level }
    }
  }

  /** A part itself and those above it that it belongs to: its heading, the head of its table, what it is indented under, its label. */
  #owners(below: number): readonly number[] {
    this.#known[below] ??= this.#ownersOf(below)
    return this.#known[below]
  }

  #ownersOf(below: number): number[] {
    const own = this.#segments[below]
    if (own === undefined) return [below]
    const owners = [below]
    let least = own.indent
    let hasLabel = false
    for (let at = below - 1; at >= 0 && below - at <= MOST_ABOVE; at--) {
      const segment = this.#segments[at]
      if (segment === undefined) break
      if (segment.kind === 'heading') {
        owners.push(at)
        break
      }
      const { isLabel } = segment
      if (segment.kind === 'row') {
        const isHead =
          this.#segments[at - 1]?.table !== segment.table || this.#segments[at - 1]?.kind !== 'row'
        if (own.kind === 'row' && own.table === segment.table && isHead) owners.push(at)
      } else if (least > segment.indent || (isLabel && !hasLabel && below - at <= MOST_UNDER_LABEL))
        owners.push(at)
      if (isLabel) hasLabel = true
      least = Math.min(least, segment.indent)
    }
    return owners
  }

  #lineAt(start: number): string {
    const newline = this.#text.indexOf('\n', start)
    return this.#text.slice(start, Math.min(newline === -1 ? this.#text.length : newline, start + 400))
  }

  #startOf(index: number): number {
    return this.#segments[index]?.start ?? (index < 0 ? 0 : this.#text.length)
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
