/** A bracket that is open on the present line. */
export interface OpenBracket {
  /** Nothing but markers of quotes and lists stands before it, so it may begin a definition. */
  readonly beginsLine: boolean
  /** Some renderer may see no link text in it: a table's cell or a code span may end between the brackets. */
  isUnsure: boolean
}

const LONGEST_LINE = 1000

/** What has come out of the present line and paragraph, as far as it decides what comes next. */
export class LineState {
  /** The end of the line so far. */
  tail = ''
  hasText = false
  escapesFence = false
  brackets: OpenBracket[] = []
  /** A backtick is open in the paragraph, so no renderer needs to agree about code that follows. */
  hasOpenTick = false
  /** A link's target is open in the paragraph: a parenthesis would complete it. */
  hasOpenTarget = false
  /** A code span on this line holds a pipe, which ends it if the line is the head of a table. */
  isRiskyHead = false
  /** The next line must not make a table of this one. */
  mustNotBeTable = false
  inTable = false
  /** A table's cell has ended within code on this line. */
  hasBrokenCell = false
  /** `<kbd>` has come: marked lets what follows it through unescaped, so that any `<` may begin a tag. */
  hasKeyTag = false
  #isLong = false

  get trustsCode(): boolean {
    return !this.hasOpenTick && !this.hasOpenTarget && !this.hasBrokenCell
  }

  start(prefix: string, escapesFence: boolean): void {
    this.tail = prefix
    this.escapesFence = escapesFence
  }

  add(text: string): void {
    this.tail += text
    if (!this.hasText && text.trim() !== '') this.hasText = true
    if (this.tail.length <= LONGEST_LINE) return
    this.tail = this.tail.slice(-LONGEST_LINE / 2)
    this.#isLong = true
  }

  end(): void {
    const { tail } = this
    if (!this.#isLong && /^[ \t>]*[|:-][-:| \t\r]*$/.test(tail) && tail.includes('-') && /[|:]/.test(tail))
      this.inTable = true
    this.mustNotBeTable = this.isRiskyHead
    this.isRiskyHead = false
    this.tail = ''
    this.hasText = false
    this.escapesFence = false
    this.hasBrokenCell = false
    this.#isLong = false
    if (this.brackets.length > 0) this.brackets = []
  }

  endParagraph(): void {
    this.hasOpenTick = false
    this.hasOpenTarget = false
    this.inTable = false
    this.mustNotBeTable = false
  }
}
