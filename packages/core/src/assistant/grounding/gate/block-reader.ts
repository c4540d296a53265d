import { type BlockStart, blockStart, lineBreak } from './block-start.ts'

/** A piece of an answer that is shown or left out as a whole. */
export interface Piece {
  readonly text: string
  /**
   * `plain` holds no name. `name` may hold some: a code span, a link, a word that is not plain. `fence` is a whole code
   * block. `cell` begins another cell of a table. `break` ends a block, such as a paragraph, an item or a row.
   */
  readonly kind: 'plain' | 'name' | 'fence' | 'cell' | 'break'
  /** The sentence is over behind it. */
  readonly ends: boolean
}

/** Longest construct of a line that is held while it is open, characters. */
const MOST_HELD = 2_000

const CJK = '\\u2E80-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF\\uFF00-\\uFFEF'
const CJK_RUN = new RegExp(`^(?:(?:(?![。！？])[${CJK}])+[。！？]*|[。！？]+)`)
const IS_CJK = new RegExp(`^[${CJK}]`)
/** The mark of byte order counts as white space, and nobody sees it. */
const WORD = new RegExp(`^(?:[^\\s\`\\[\\|${CJK}]|\\uFEFF)+`)
const SPACE = /^(?:[^\S\r\n\uFEFF]|\r(?!\n))+/
/** Letters alone, as prose has them; a small word cannot be a name unless a bracket follows. */
const PLAIN_WORD =
  /^[("'“‘«*_]*(?:[)”’»,;:.!?…][)"'”’»,;:.!?…*_]*|(?:’['’]*\p{Ll}|\p{L})(?:['’]*\p{Ll})*[)"'”’»,;:.!?…*_]*)?$/u
/** The unit that follows belongs to it. */
const NUMBER = /^[("'“*_~<>≤≥=-]*\d[\d.,_]*$/
/** `**Label**` and quotes: their names end here. */
const CLOSES_LABEL = /(?:\*\*|["”»」])[)\].,;:!?*_]*$/
/** Of the end of a word, characters. */
const LONGEST_CLOSING = 100
const LONGEST_TAG = 300
const OPEN_TAG = /<(?:\/?[A-Za-z]|!--)[^<>]*$/
const END = /[.!?…]["')*_\]”’»]*$/
const ABBREVIATION = /(?:^|[("'])(?:e\.g|i\.e|etc|vs|ca|cf|approx|z\.B|d\.h|bzw|usw|p\.ex|por ej|\p{Lu})\.$/u

/** The server writes it. */
const CITATION = /^\[\d{1,3}\]\(/
/** A name may go on behind it: letters, a span, a link, marks that are not seen. */
const OPEN_END = /[\w`)*~$>\u00AD\u200B-\u200F\u2060\uFEFF-]$/
const GOES_ON = /^[\w`[*~$<\u00AD\u200B-\u200F\u2060\uFEFF-]/

/**
 * Cuts an answer into pieces as it is written, in the same way however its deltas are cut. Holds back what is open: a
 * code block, a code span, a link, the last word.
 */
export class BlockReader {
  #held = ''
  #place: 'line-start' | 'text' = 'line-start'
  #block: BlockStart = { kind: 'text', length: 0 }
  /** Where the search for the end of a code block goes on. */
  #fenceAt = 0

  write(text: string): void {
    this.#held += text
  }

  /** The next piece; undefined while more text is needed. */
  next(final: boolean): Piece | undefined {
    if (this.#held === '') {
      if (final) this.#restart()
      return undefined
    }
    return this.#place === 'line-start' ? this.#lineStart(final) : this.#joined(final)
  }

  #restart(): void {
    this.#place = 'line-start'
    this.#fenceAt = 0
  }

  #lineStart(final: boolean): Piece | undefined {
    const start = blockStart(this.#held, final)
    if (start === undefined) return undefined
    if (start.kind === 'fence') return this.#fence(start, final)
    this.#block = start
    this.#place = 'text'
    return start.length > 0 ? this.#take(start.length, 'plain') : this.next(final)
  }

  #fence({ length, mark = '' }: BlockStart, final: boolean): Piece | undefined {
    const held = this.#held
    for (let at = Math.max(length, this.#fenceAt); ; ) {
      const newline = held.indexOf('\n', at)
      const end = newline === -1 ? held.length : newline
      const line = held.slice(at, Math.min(end, at + 400))
      const run = /^[ \t>]*(`{3,}|~{3,})[ \t]*\r?$/.exec(line)?.[1]
      if ((newline !== -1 || final) && run?.startsWith(mark) && at > 0) {
        this.#restart()
        this.#place = 'text'
        this.#block = { kind: 'text', length: 0 }
        return this.#take(held[end - 1] === '\r' ? end - 1 : end, 'fence')
      }
      if (newline === -1) {
        this.#fenceAt = at
        if (!final) return undefined
        this.#restart()
        return this.#take(held.length, 'fence')
      }
      at = newline + 1
    }
  }

  /** What is rendered without a gap is one piece: half of its name must not be shown. */
  #joined(final: boolean): Piece | undefined {
    const held = this.#held
    let piece = this.#inLine(final)
    while (piece !== undefined && piece.kind !== 'break' && piece.text.length < MOST_HELD) {
      const goesOn = this.#goesOn(piece.text, final)
      if (goesOn === false) return piece
      const more = goesOn && this.#inLine(final)
      if (more === undefined) this.#held = held
      piece = more && {
        text: piece.text + more.text,
        kind: piece.kind === 'plain' && more.kind === 'plain' ? 'plain' : 'name',
        ends: more.ends,
      }
    }
    return piece
  }

  /** Whether what follows belongs to the same word; undefined while that is not known. */
  #goesOn(piece: string, final: boolean): boolean | undefined {
    if (CITATION.test(piece) || !OPEN_END.test(piece.slice(-LONGEST_CLOSING))) return false
    if (this.#held === '') return final ? false : undefined
    if (!GOES_ON.test(this.#held) || CITATION.test(this.#held)) return false
    return final || !/^\[\d{0,3}\]?$/.test(this.#held) ? true : undefined
  }

  #inLine(final: boolean): Piece | undefined {
    const held = this.#held
    const first = held.charAt(0)
    const line = lineBreak(held)
    if (line !== 0) return this.#newline(line, final)
    if (held === '\r' && !final) return undefined
    const space = SPACE.exec(held)?.[0].replace(/\r$/, '').length ?? 0
    if (space > 0) return this.#take(space)
    if (first === '`') return this.#code(final)
    if (first === '[') return this.#link(final)
    if (first === '|') return this.#take(1, this.#block.kind === 'row' ? 'cell' : 'plain')
    if (IS_CJK.test(held)) {
      const run = CJK_RUN.exec(held)?.[0] || first
      // Another sign that ends the sentence may come next.
      if (run.length === held.length && /[。！？]$/.test(run) && !final) return undefined
      return { ...this.#take(run.length), ends: /[。！？]$/.test(run) }
    }
    return this.#word(final)
  }

  /** A line break within a paragraph is text; otherwise the block ends with it. */
  #newline(length: number, final: boolean): Piece | undefined {
    const rest = this.#held.slice(length)
    const next = rest === '' && final ? undefined : blockStart(rest, final)
    if (next === undefined && !final) return undefined
    const goesOn = next?.kind === 'text' && !next.isBlank && this.#canGoOn
    if (goesOn) return this.#take(length)
    this.#place = 'line-start'
    return { ...this.#take(length, 'break'), ends: true }
  }

  #code(final: boolean): Piece | undefined {
    const held = this.#held
    const run = /^`+/.exec(held)?.[0].length ?? 1
    if (run === held.length && !final) return undefined
    const { end, isEnd } = this.#blockEnd(final)
    for (let at = held.indexOf('`', run); at !== -1 && at < end; ) {
      const length = /^`+/.exec(held.slice(at, at + MOST_HELD))?.[0].length ?? 1
      if (at + length === held.length && !final) return undefined
      if (length === run) return this.#take(at + length, 'name')
      at = held.indexOf('`', at + length)
    }
    return isEnd || held.length > MOST_HELD ? this.#take(run) : undefined
  }

  /** A link with its target, or an open bracket that is none. */
  #link(final: boolean): Piece | undefined {
    const held = this.#held
    const newline = held.indexOf('\n')
    const line = held.slice(0, Math.min(newline === -1 ? held.length : newline, MOST_HELD))
    const isOpen = newline === -1 && !final && held.length <= MOST_HELD
    const close = line.indexOf(']')
    if (close === -1) return isOpen ? undefined : this.#take(1)
    if (close + 1 === held.length && !final) return undefined
    if (held[close + 1] !== '(') return this.#take(1)
    const end = line.indexOf(')', close + 2)
    if (end === -1) return isOpen ? undefined : this.#take(1)
    const isCitation = /^\[\d{1,3}\]/.test(held)
    return this.#take(end + 1, isCitation ? 'plain' : 'name')
  }

  #word(final: boolean): Piece | undefined {
    const held = this.#held
    const word = this.#wordWithTags(WORD.exec(held)?.[0] ?? held.slice(0, 1))
    const isOpen = word.length === held.length && !final && held.length <= MOST_HELD
    if (isOpen) return undefined
    if (!NUMBER.test(word)) return this.#wordOf(word)
    const unit = /^(?:[ \u00A0]|\u202F)\S*/.exec(held.slice(word.length, word.length + 60))?.[0] ?? ''
    if (word.length + unit.length === held.length && !final) return undefined
    const letters = /^.[\p{L}%]+[.,;:!?)]*$/u.test(unit) ? unit : ''
    return this.#wordOf(word + letters)
  }

  /** A tag within a word may have spaces: it ends with its bracket. */
  #wordWithTags(first: string): string {
    const held = this.#held
    let word = first
    while (OPEN_TAG.test(word.slice(-LONGEST_TAG))) {
      const rest = held.slice(word.length, word.length + LONGEST_TAG)
      const end = /^[^<>\n]*>/.exec(rest)?.[0].length
      if (end === undefined) return /[<\n]/.test(rest) || rest.length === LONGEST_TAG ? word : held
      word = held.slice(0, word.length + end)
      word += WORD.exec(held.slice(word.length, word.length + MOST_HELD))?.[0] ?? ''
    }
    return word
  }

  #wordOf(text: string): Piece {
    const isPlain = PLAIN_WORD.test(text) && !CLOSES_LABEL.test(text.slice(-LONGEST_CLOSING))
    const isEnd = END.test(text) && !ABBREVIATION.test(text)
    return { ...this.#take(text.length, isPlain ? 'plain' : 'name'), ends: isEnd }
  }

  /** Whether the next line may belong to the block. */
  get #canGoOn(): boolean {
    const { kind, isBlank } = this.#block
    return kind !== 'row' && kind !== 'heading' && !isBlank
  }

  /** Where the block that is being read ends, as far as it is known. */
  #blockEnd(final: boolean): { end: number; isEnd: boolean } {
    const held = this.#held
    for (let at = held.indexOf('\n'); at !== -1; at = held.indexOf('\n', at + 1)) {
      const next = blockStart(held.slice(at + 1, at + MOST_HELD), final)
      if (next === undefined) return { end: at, isEnd: false }
      if (
        next.kind !== 'text' ||
        next.isBlank ||
        this.#block.kind === 'row' ||
        this.#block.kind === 'heading'
      )
        return { end: at, isEnd: true }
    }
    return { end: held.length, isEnd: final }
  }

  #take(length: number, kind: Piece['kind'] = 'plain'): Piece {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return { text, kind, ends: false }
  }
}
