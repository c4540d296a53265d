import { withoutBase } from '@docent/content'
import type { FoundPassages } from './found-passages.ts'
import { SUGGESTIONS } from './suggestions-block.ts'

/** By this mark, at the very start, the model says that the docs hold no answer; readers never see it. */
export const UNANSWERED_MARK = '[[unanswered]]'
/** The same said by models that cannot be told to write a mark. */
const UNANSWERED_SENTENCE = 'The documentation does not say.'

/** Longest link that is held back while it is open, characters. */
const MAX_HELD = 2000

export interface CitedPage {
  path: string
  url: string
  title: string
}

/**
 * Lets an answer through as it is written, but only with links and citations to what was retrieved. `[2]` becomes a
 * link to passage 2; a link to a retrieved page becomes its full address; any other link leaves its text alone.
 * Code is never touched, but for a block of suggestions, which is left out. Holds back at most one open link.
 */
export class CitationFilter {
  #held = ''
  /** The fence that opened the code block we are in; undefined outside one. */
  #fence: { mark: '`' | '~'; length: number; isHidden: boolean } | undefined
  #atLineStart = true
  #started = false
  #saidNothing = false
  readonly #cited = new Map<string, CitedPage>()

  constructor(
    private readonly found: FoundPassages,
    /** Text of the caller: addresses in it may be repeated. */
    private readonly askedText: string,
  ) {}

  /** Pages that the answer cites, in the order of their first citation. */
  get cited(): readonly CitedPage[] {
    return [...this.#cited.values()]
  }

  /** True when the answer says that the docs hold none. */
  get unanswered(): boolean {
    return this.#saidNothing
  }

  write(text: string): string {
    this.#held += text
    return this.#drain(false)
  }

  /** What was still held back. */
  end(): string {
    return this.#drain(true)
  }

  #drain(final: boolean): string {
    let out = ''
    while (this.#held !== '') {
      if (!this.#started) {
        const begin = this.#begin(final)
        if (begin === 'wait') break
        continue
      }
      const wasHidden = this.#fence?.isHidden
      const step = this.#fence ? this.#code(final) : this.#prose(final)
      if (step === undefined) break
      if (!wasHidden && !this.#fence?.isHidden) out += step
      const newline = step.lastIndexOf('\n')
      this.#atLineStart = (newline !== -1 || this.#atLineStart) && step.slice(newline + 1).trim() === ''
    }
    return out
  }

  /** White space and the mark at the start are for nobody to see; both may come in pieces. */
  #begin(final: boolean): 'wait' | 'go' {
    this.#held = this.#held.trimStart()
    const held = this.#held
    for (const mark of [UNANSWERED_MARK, UNANSWERED_SENTENCE]) {
      if (!final && held.length < mark.length && mark.startsWith(held)) return 'wait'
      if (held.startsWith(mark)) this.#saidNothing = true
    }
    if (held.startsWith(UNANSWERED_MARK)) {
      this.#held = held.slice(UNANSWERED_MARK.length)
      return this.#held === '' ? 'wait' : 'go'
    }
    this.#started = true
    return 'go'
  }

  /** In a code block everything passes until a line that is its closing fence and nothing else (CommonMark 4.5). */
  #code(final: boolean): string | undefined {
    const { mark, length } = this.#fence as { mark: string; length: number }
    const newline = this.#held.indexOf('\n')
    if (this.#atLineStart) {
      const line = newline === -1 ? this.#held : this.#held.slice(0, newline)
      const onlyMarks = new RegExp(`^ {0,3}${mark}*[ \\t]*$`).test(line)
      if (newline === -1 && onlyMarks && !final) return undefined
      if (onlyMarks && line.trim().length >= length) {
        this.#fence = undefined
        return this.#take(newline === -1 ? line.length : newline + 1)
      }
    }
    return this.#take(newline === -1 ? this.#held.length : newline + 1)
  }

  #prose(final: boolean): string | undefined {
    const at = this.#held.search(/[`~[!<]|https?:\/\//)
    if (at === -1) {
      // An address may be on its way: hold back what could be its beginning.
      const keep = final
        ? 0
        : (/(?:h|ht|htt|http|https|https?:|https?:\/)$/.exec(this.#held)?.[0].length ?? 0)
      const length = this.#held.length - keep
      return length === 0 ? undefined : this.#take(length)
    }
    if (at > 0) return this.#take(at)
    const [first] = this.#held
    if (first === '`' || first === '~') return this.#openCode(final, first)
    if (first === '!') {
      if (this.#held.length === 1 && !final) return undefined
      return this.#held[1] === '[' ? this.#link(final, 1) : this.#take(1)
    }
    if (first === '[') return this.#link(final, 0)
    if (first === '<') return this.#tag(final)
    return this.#address(final)
  }

  /** A fence at the start of a line opens a block; other backticks are a code span if they are closed in time. */
  #openCode(final: boolean, mark: '`' | '~'): string | undefined {
    const held = this.#held
    const length = new RegExp(`^${mark}+`).exec(held)?.[0].length ?? 1
    if (length === held.length && !final) return undefined
    if (this.#atLineStart && length >= 3) {
      const newline = held.indexOf('\n')
      if (newline === -1 && !final && held.length < MAX_HELD) return undefined
      const info = held.slice(length, newline === -1 ? undefined : newline)
      if (mark === '~' || !info.includes('`')) {
        // Links in it were never retrieved: pages to read next are written by us.
        this.#fence = { mark, length, isHidden: /^\s*(\S*)/.exec(info)?.[1]?.toLowerCase() === SUGGESTIONS }
        return this.#take(newline === -1 ? held.length : newline + 1)
      }
    }
    if (mark === '~') return this.#take(length)
    const close = closingTicks(final ? `${held}\n` : held, length)
    if (close !== -1) return this.#take(close)
    // Not closed: these backticks are plain text, and what follows is prose that must be looked at.
    const ended = final || held.length > MAX_HELD || /\n[ \t]*\n/.test(held)
    return ended ? this.#take(length) : undefined
  }

  /** `[text](target)`, `![text](target)`, `[2]`, `[2, 3]`; `offset` 1 for an image. */
  #link(final: boolean, offset: number): string | undefined {
    const held = this.#held
    const close = closingBracket(held, offset)
    if (close === -1)
      return final || held.length > MAX_HELD || /\n[ \t]*\n/.test(held) ? this.#take(offset + 1) : undefined
    const next = held[close + 1]
    if (next === undefined && !final) return undefined
    const text = held.slice(offset + 1, close)
    if (next !== '(') return this.#bracket(text, close + 1, offset)
    const end = closingParenthesis(held, close + 1)
    if (end === 'open' && !final && held.length <= MAX_HELD) return undefined
    // No link after all: its brackets are text, and what stands in them is looked at again.
    if (typeof end === 'string') return this.#take(offset + 1)
    const target =
      held
        .slice(close + 2, end)
        .trim()
        .split(/\s+/, 1)[0] ?? ''
    return this.#replace(end + 1, this.#linkTo(text, target))
  }

  #bracket(text: string, length: number, offset: number): string {
    // Brackets around text may hold a link of their own: only they themselves pass here.
    if (!/^\s*\^?\d{1,3}(\s*[,;]\s*\d{1,3})*\s*$/.test(text)) return this.#take(offset + 1)
    const links = text.split(/[,;]/).flatMap((part) => {
      const passage = this.found.byNumber(Number(part.replace('^', '').trim()))
      if (!passage) return []
      this.#cite(passage.path)
      return [`[${passage.number}](${passage.url})`]
    })
    return this.#replace(length, links.join(' '))
  }

  #linkTo(text: string, target: string): string {
    const inner = plainLinkText(text)
    const resolved = this.#resolve(target)
    return resolved === undefined ? inner : `[${inner || resolved}](${resolved})`
  }

  /** The address of a retrieved page, however the model wrote it; undefined for anything else. */
  #resolve(target: string): string | undefined {
    const [address = '', anchor = ''] = target.replace(/^<|>$/g, '').split('#', 2)
    if (address === '' && anchor === '') return undefined
    const path = address.replace(/\.mdx?$/, '').replace(/(?!^)\/+$/, '')
    // A page may be written as the site serves it, `/docs/x`, or as the documentation names it, `/x`.
    const below = withoutBase(path, this.found.base)
    const known = this.found.all.some((passage) => passage.path === path)
    for (const passage of this.found.all) {
      const page = this.found.page(passage.path)
      if (!page) continue
      const isPath = path === passage.path || (!known && below === passage.path)
      if (!isPath && address !== page.url && path !== page.url) continue
      this.#cite(passage.path)
      return anchor === '' ? page.url : `${page.url}#${anchor}`
    }
    return undefined
  }

  /** `<https://…>` is an address; `<a …>` and `<img …>` would be links that nobody checked. Other tags are text. */
  #tag(final: boolean): string | undefined {
    const held = this.#held
    const auto = /^<(https?:\/\/[^\s<>]*)(>?)/i.exec(held)
    if (auto) {
      if (auto[2] === '' && auto[0].length === held.length && !final) return undefined
      return this.#replace(auto[0].length, this.#allowedAddress(auto[1] ?? ''))
    }
    const tag = /^<\/?(a|img|iframe|script|form|link|object|embed)\b[^>]*(>?)/i.exec(held)
    if (tag) {
      if (tag[2] === '' && !final && held.length < MAX_HELD) return undefined
      return this.#replace(tag[0].length, '')
    }
    const mayGrow = /^<\/?[a-z]{0,6}$/i.test(held) || /^<h?t?t?p?s?:?\/?\/?$/i.test(held)
    return mayGrow && !final ? undefined : this.#take(1)
  }

  #address(final: boolean): string | undefined {
    const match = /^https?:\/\/[^\s<>()[\]`"]*/.exec(this.#held)?.[0] ?? ''
    if (match.length === this.#held.length && !final && match.length < MAX_HELD) return undefined
    const trailing = /[.,;:!?*_]+$/.exec(match)?.[0] ?? ''
    const address = match.slice(0, match.length - trailing.length)
    return this.#replace(match.length, this.#allowedAddress(address) + trailing)
  }

  /** An address passes when it is a retrieved page, stands in what was retrieved or asked, or is on this machine. */
  #allowedAddress(address: string): string {
    const page = this.#resolve(address)
    if (page !== undefined) return page
    const isLocal = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i.test(address)
    return isLocal || this.found.mentions(address) || this.askedText.includes(address) ? address : ''
  }

  #cite(path: string): void {
    const page = this.found.page(path)
    if (page && !this.#cited.has(path)) this.#cited.set(path, { path, ...page })
  }

  #take(length: number): string {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return text
  }

  #replace(length: number, text: string): string {
    this.#held = this.#held.slice(length)
    return text
  }
}

/** The text of a link, with nothing in it that would be a link again. */
function plainLinkText(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/https?:\/\/\S+/g, '')
}

/** End of the code span that `length` backticks at the start open: after the next run of the same length; -1 without one. */
function closingTicks(text: string, length: number): number {
  const paragraph = text.split(/\n[ \t]*\n/, 1)[0] ?? ''
  for (const run of paragraph.matchAll(/`+/g)) {
    if (run.index === 0 || run[0].length !== length) continue
    // The run may still grow with the next delta, unless something stands behind it.
    if (run.index + length === text.length) return -1
    return run.index + length
  }
  return -1
}

function closingBracket(text: string, open: number): number {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '\n' && /^\n[ \t]*\n/.test(text.slice(i, i + 100))) return -1
    else if (text[i] === '[') depth++
    else if (text[i] === ']' && --depth === 0) return i
  }
  return -1
}

/** Where the target of a link ends; `open` while it may still come, `never` when the line ended before it. */
function closingParenthesis(text: string, open: number): number | 'open' | 'never' {
  let depth = 0
  for (let i = open; i < text.length; i++) {
    if (text[i] === '\n') return 'never'
    if (text[i] === '(') depth++
    else if (text[i] === ')' && --depth === 0) return i
  }
  return 'open'
}
