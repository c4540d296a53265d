import type { InlineToken, LinkToken } from './inline-token.ts'
import { bareUrlEnd, scanResource } from './link-syntax.ts'
import { indexBefore, newScanBudget, type ScanBudget, scanExpression, scanTag } from './scan-tag.ts'

const SPECIAL = /[\\`[\]!<{]|https?:\/\/|www\./g
const SPECIAL_IN_HTML = /</g
const ANGLE_URL = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>/y
const DEFINITION = /:[ \t]*(?:\n[ \t]*)?(?:<([^<>\n]*)>|([^ \t\r\n]+))/y
const PUNCTUATION = /[!-/:-@[-`{-~]/
const LONGEST_LABEL = 999

export interface InlineScan {
  /** In the order in which they end. */
  tokens: InlineToken[]
  /** Normalized labels of `[text][label]`, `[label][]` and `[label]`, with the place of the text. */
  references: { label: string; textStart: number; textEnd: number; end: number }[]
  /** First `<` or `{` that begins nothing, which MDX forbids. */
  stray: number | undefined
}

/** In `html`, the inside of an HTML block, only tags and comments mean something. */
export type InlineFormat = 'markdown' | 'mdx' | 'html'

/** Finds links, code, tags and the like between two offsets of a text block, in linear time. */
export function scanInline(source: string, start: number, end: number, format: InlineFormat): InlineScan {
  return new InlineScanner(source, start, end, format).scan()
}

/** One form for labels that match each other. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

interface Opener {
  at: number
  image: boolean
  /** How many tokens there were. */
  tokens: number
}

class InlineScanner {
  private tokens: InlineToken[] = []
  private readonly references: InlineScan['references'] = []
  private readonly openers: Opener[] = []
  /** Openers below this index cannot open a link any more: links hold no links. */
  private inactive = 0
  private readonly budget: ScanBudget
  private ticks: Map<number, number[]> | undefined
  private commentsEnd = false
  private stray: number | undefined

  private readonly source: string
  private readonly start: number
  private readonly end: number
  private readonly format: InlineFormat

  constructor(source: string, start: number, end: number, format: InlineFormat) {
    this.source = source
    this.start = start
    this.end = end
    this.format = format
    this.budget = newScanBudget(end - start)
  }

  scan(): InlineScan {
    let at = this.start
    const special = this.format === 'html' ? SPECIAL_IN_HTML : SPECIAL
    // A search that may run past the block is cut off: else each block could read the rest of the file.
    const text = this.source.slice(0, this.end)
    for (;;) {
      special.lastIndex = at
      const match = special.exec(text)
      if (match === null) break
      at = this.special(match.index, match[0])
    }
    return { tokens: this.tokens, references: this.references, stray: this.stray }
  }

  /** Handles the special text at `at` and returns where to go on. */
  private special(at: number, found: string): number {
    const { source, end } = this
    if (found.length > 1) return this.bareUrl(at, found.length)
    if (found === '\\') {
      if (at + 1 >= end || !PUNCTUATION.test(source[at + 1] ?? '')) return at + 1
      this.tokens.push({ kind: 'escape', start: at, end: at + 2 })
      return at + 2
    }
    if (found === '`') return this.code(at)
    if (found === '!') {
      if (source[at + 1] !== '[') return at + 1
      this.openers.push({ at, image: true, tokens: this.tokens.length })
      return at + 2
    }
    if (found === '[') {
      this.openers.push({ at, image: false, tokens: this.tokens.length })
      return at + 1
    }
    if (found === ']') return this.closeBracket(at)
    if (found === '<') return this.angle(at)
    return this.brace(at)
  }

  private code(at: number): number {
    const { source, end } = this
    let after = at
    while (after < end && source[after] === '`') after += 1
    const length = after - at
    this.ticks ??= this.findTicks(at)
    const closers = this.ticks.get(length) ?? []
    // Kept in falling order, so that what lies behind is popped once and never looked at again.
    while ((closers.at(-1) ?? end) < after) closers.pop()
    const close = closers.pop()
    if (close === undefined) return after
    this.tokens.push({ kind: 'code', start: at, end: close + length, textStart: after, textEnd: close })
    return close + length
  }

  private findTicks(from: number): Map<number, number[]> {
    const runs = new Map<number, number[]>()
    for (const match of this.source.slice(from, this.end).matchAll(/`+/g)) {
      const run = runs.get(match[0].length) ?? []
      run.push(from + match.index)
      runs.set(match[0].length, run)
    }
    for (const run of runs.values()) run.reverse()
    return runs
  }

  private closeBracket(at: number): number {
    const opener = this.openers.pop()
    if (opener === undefined) return at + 1
    const textStart = opener.at + (opener.image ? 2 : 1)
    const { source, end } = this
    if (!opener.image && source[at + 1] === ':' && at > textStart && this.opensLine(opener.at)) {
      DEFINITION.lastIndex = at + 1
      const match = source[textStart] === '^' ? null : DEFINITION.exec(source)
      if (match !== null && DEFINITION.lastIndex <= end) {
        const angled = match[1] !== undefined
        const target = match[1] ?? match[2] ?? ''
        const targetEnd = DEFINITION.lastIndex - (angled ? 1 : 0)
        const place = { start: opener.at, end: DEFINITION.lastIndex, textStart, textEnd: at }
        this.tokens.push({ kind: 'definition', ...place, targetStart: targetEnd - target.length, targetEnd })
        return DEFINITION.lastIndex
      }
    }
    if (!opener.image && this.openers.length < this.inactive) {
      this.inactive = this.openers.length
      return at + 1
    }
    const link = source[at + 1] === '(' ? this.resource(opener, textStart, at) : undefined
    if (link !== undefined) {
      if (!opener.image) {
        this.inactive = this.openers.length
        this.dropAutolinks(opener.tokens)
      }
      this.tokens.push(link)
      return link.end
    }
    this.reference(textStart, at)
    return at + 1
  }

  private resource(opener: Opener, textStart: number, textEnd: number): LinkToken | undefined {
    const found = scanResource(this.source, textEnd + 2, this.end)
    if (found === undefined) return undefined
    return { kind: opener.image ? 'image' : 'link', start: opener.at, textStart, textEnd, ...found }
  }

  private reference(textStart: number, textEnd: number): void {
    if (textEnd - textStart > LONGEST_LABEL || textEnd === textStart) return
    const { source, end } = this
    let label = source.slice(textStart, textEnd)
    let last = textEnd + 1
    if (source[textEnd + 1] === '[') {
      const close = indexBefore(source, ']', textEnd + 2, Math.min(end, textEnd + 2 + LONGEST_LABEL))
      if (close > textEnd + 2) label = source.slice(textEnd + 2, close)
      if (close >= 0) last = close + 1
    }
    this.references.push({ label: normalizeLabel(label), textStart, textEnd, end: last })
  }

  private angle(at: number): number {
    const { source, end } = this
    if (source.startsWith('<!--', at)) {
      const close = this.commentsEnd ? -1 : indexBefore(source, '-->', at + 4, end)
      if (close < 0) {
        this.commentsEnd = true
        return at + 4
      }
      this.tokens.push({ kind: 'comment', start: at, end: close + 3 })
      return close + 3
    }
    ANGLE_URL.lastIndex = at
    const url = this.format === 'mdx' ? null : ANGLE_URL.exec(source)
    if (url !== null && ANGLE_URL.lastIndex <= end) {
      const close = ANGLE_URL.lastIndex
      this.tokens.push({ kind: 'autolink', start: at, end: close, targetStart: at + 1, targetEnd: close - 1 })
      return close
    }
    const tag = scanTag(source, at, end, this.budget)
    if (tag === undefined) {
      if (this.format === 'mdx' && !/\s/.test(source[at + 1] ?? ' ')) this.stray ??= at
      return at + 1
    }
    this.tokens.push({ kind: 'tag', start: at, end: tag.end, tag })
    return tag.end
  }

  private brace(at: number): number {
    if (this.format !== 'mdx') return at + 1
    const close = scanExpression(this.source, at, this.end, this.budget)
    if (close === undefined) {
      this.stray ??= at
      return at + 1
    }
    const comment = this.source.startsWith('{/*', at) && this.source.slice(close - 3, close) === '*/}'
    this.tokens.push({ kind: comment ? 'comment' : 'expression', start: at, end: close })
    return close
  }

  private bareUrl(at: number, length: number): number {
    const { source } = this
    const before = at > this.start ? (source[at - 1] ?? ' ') : ' '
    if (length === 4 ? !/[\s*_~()[\]>"'|:]/.test(before) : /[A-Za-z]/.test(before)) return at + length
    const close = bareUrlEnd(source, at, this.end, this.openers.length > 0)
    if (close <= at + length) return at + length
    this.tokens.push({ kind: 'autolink', start: at, end: close, targetStart: at, targetEnd: close })
    return close
  }

  /** A link's text holds no other link: what looked like one in it is text. */
  private dropAutolinks(from: number): void {
    const inside = this.tokens.splice(from)
    for (const token of inside) if (token.kind !== 'autolink') this.tokens.push(token)
  }

  private opensLine(at: number): boolean {
    for (let index = at - 1; index >= this.start; index -= 1) {
      const char = this.source[index]
      if (char === '\n') return true
      if (char !== ' ' && char !== '\t' && char !== '>') return false
    }
    return true
  }
}
