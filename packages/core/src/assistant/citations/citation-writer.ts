import { decodeTarget, withoutBase, withoutPageExtension } from '@docent/content'
import { encodeAnchor } from '../../domain/page-url.ts'
import { CitedSections, MOST_SAID } from '../search/cited-sections.ts'
import type { FoundPassages } from '../search/found-passages.ts'
import type { AllowedAddresses } from './guard/allowed-addresses.ts'
import { BlockStarts } from './guard/block-starts.ts'
import { FencedCode } from './guard/fenced-code.ts'
import { MAX_HELD } from './guard/guard-step.ts'
import { SUGGESTIONS } from './suggestions-block.ts'
import { closingBracket, closingParenthesis, closingTicks, plainLinkText } from './written-link.ts'

/** By this mark, at the very start, the model says that the docs hold no answer; readers never see it. */
export const UNANSWERED_MARK = '[[unanswered]]'
/** Phrases with the same meaning, from models that don't write the mark. */
const UNANSWERED_SENTENCE = 'The documentation does not say.'

/** Where a link, an address, code or a tag may begin. */
const TRIGGER = /[`[!<\n]|(?<![a-z])(?:(?:https?|ftp):\/\/|www\.)/i
const ADDRESS_BEGIN = /(?<![a-z])(?:h|ht|htt|https?(?::\/?)?|f|ft|ftp(?::\/?)?|w{1,3})$/i
const LETTER = /[a-z]/i

export interface CitedPage {
  path: string
  url: string
  title: string
}

/**
 * Writes the citations of an answer: `[2]` becomes a link to passage 2, a link to a retrieved page becomes its full
 * address, and any other link leaves its text alone. Code is never touched, but for a block of suggestions, which is
 * left out. It knows the ways in which models write links; what else could become one is the address guard's.
 */
export class CitationWriter {
  #held = ''
  /** The last character before what is held. */
  #before = ''
  #place: 'start' | 'text' | 'code-line' = 'start'
  #fence: { code: FencedCode; isHidden: boolean } | undefined
  #started = false
  #saidNothing = false
  readonly #blocks = new BlockStarts()
  readonly #cited = new Map<string, CitedPage>()
  readonly #sections = new CitedSections()
  /** What readers saw since the last citation, and what that one stood behind. */
  #said = ''
  #saidBefore = ''

  constructor(
    private readonly found: FoundPassages,
    private readonly allowed: AllowedAddresses,
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

  /** What was still held back. Text that is written afterwards begins a paragraph. */
  end(): string {
    const out = this.#drain(true)
    this.#fence = undefined
    this.#place = 'start'
    this.#blocks.restart()
    return out
  }

  #drain(final: boolean): string {
    let out = ''
    while (this.#held !== '') {
      if (!this.#started) {
        if (this.#begin(final) === 'wait') break
        continue
      }
      const wasHidden = this.#fence?.isHidden
      const step = this.#step(final)
      if (step === undefined) break
      if (wasHidden || this.#fence?.isHidden) continue
      out += step
      this.#said = `${this.#said.slice(-MOST_SAID)}${step}`
    }
    return out
  }

  #step(final: boolean): string | undefined {
    const held = this.#held
    if (this.#fence) {
      const step = this.#fence.code.step(held, final)
      if (step === undefined) return undefined
      if (this.#fence.code.isClosed) {
        this.#blocks.closedFence()
        if (!this.#fence.isHidden) this.#fence = undefined
      }
      this.#take(step.length)
      if (this.#fence?.code.isClosed) this.#fence = undefined
      return step.text
    }
    if (this.#place === 'start') return this.#start(final)
    const newline = held.indexOf('\n')
    if (newline === 0 || this.#place === 'code-line') {
      if (newline !== -1) this.#place = 'start'
      return this.#take(newline === -1 ? held.length : newline + 1)
    }
    return this.#prose(final)
  }

  #start(final: boolean): string | undefined {
    const start = this.#blocks.read(this.#held, final)
    if (start === undefined) return undefined
    if (start.kind === 'fence') {
      // Links in it were never retrieved: pages to read next are written by us.
      const isHidden = /^[\s\d>*+.)-]*[`~]+\s*(\S*)/.exec(start.text)?.[1]?.toLowerCase() === SUGGESTIONS
      this.#fence = { code: new FencedCode(start.mark, start.run, start.indent, start.text), isHidden }
    } else this.#place = start.kind === 'code-line' ? 'code-line' : 'text'
    this.#take(start.length)
    return start.text
  }

  /** Hides white space and the mark at the start; both may arrive in pieces. */
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

  #prose(final: boolean): string | undefined {
    const at = this.#held.search(TRIGGER)
    if (at === -1) {
      // An address may be on its way: hold back what could be its beginning.
      const begin = final ? null : ADDRESS_BEGIN.exec(this.#held)
      const isInWord = begin?.index === 0 && LETTER.test(this.#before)
      const length = this.#held.length - (isInWord ? 0 : (begin?.[0].length ?? 0))
      return length === 0 ? undefined : this.#take(length)
    }
    if (at > 0) return this.#take(at)
    const [first] = this.#held
    if (first === '`') return this.#openCode(final)
    if (first === '!') {
      if (this.#held.length === 1 && !final) return undefined
      return this.#held[1] === '[' ? this.#link(final, 1) : this.#take(1)
    }
    if (first === '[') return this.#link(final, 0)
    if (first === '<') return this.#tag(final)
    // In the middle of a word it is none, unless some renderer thinks so, which the guard knows.
    return LETTER.test(this.#before) ? this.#take(3) : this.#address(final)
  }

  /** Backticks are a code span if they are closed in time. */
  #openCode(final: boolean): string | undefined {
    const held = this.#held
    const length = /^`+/.exec(held)?.[0].length ?? 1
    if (length === held.length && !final) return undefined
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
    // This is not a link: its brackets are text, and the filter reads their content again.
    if (typeof end === 'string') return this.#take(offset + 1)
    const inside = held.slice(close + 2, end).trim()
    const target = /^<([^<>]*)>/.exec(inside)?.[1] ?? inside.split(/\s+/, 1)[0] ?? ''
    return this.#replace(end + 1, this.#linkTo(text, target))
  }

  #bracket(text: string, length: number, offset: number): string {
    // Brackets around text may hold a link of their own: only they themselves pass here.
    if (!/^\s*\^?\d{1,3}(\s*[,;]\s*\d{1,3})*\s*$/.test(text) || text === '0') return this.#take(offset + 1)
    const since = this.#said.replace(/\[[\d^]{0,100}\]\([^)]{0,1000}\)/g, '')
    // Of citations one behind the other, each stands behind the same sentence.
    const said = /[\p{L}\p{N}]/u.test(since) ? since : this.#saidBefore
    const links = text.split(/[,;]/).flatMap((part) => {
      const passage = this.found.byNumber(Number(part.replace('^', '').trim()))
      if (!passage) return []
      this.#cite(passage.path)
      const anchor = this.#sections.anchorOf(passage, said)
      return [`[${passage.number}](${this.found.sectionUrl(passage, anchor)})`]
    })
    this.#saidBefore = said
    this.#said = ''
    return this.#replace(length, links.join(' '))
  }

  #linkTo(text: string, target: string): string {
    const inner = plainLinkText(text)
    const resolved = this.#resolve(target)
    return resolved === undefined ? inner : `[${inner || resolved}](${resolved})`
  }

  /** The address of a retrieved page, however the model wrote it; undefined for anything else. */
  #resolve(target: string): string | undefined {
    const [written = '', anchor = ''] = target.split('#', 2)
    const address = decodeTarget(written)
    if (address === '' && anchor === '') return undefined
    const path = withoutPageExtension(address).replace(/(?<=^\/|[^/])\/+$/, '')
    // A page may be written as the site serves it, `/docs/x`, or as the documentation names it, `/x`.
    const below = withoutBase(path, this.found.base)
    const known = this.found.all.some((passage) => passage.path === path)
    for (const passage of this.found.all) {
      const page = this.found.page(passage.path)
      if (!page) continue
      const isPath = path === passage.path || (!known && below === passage.path)
      const url = decodeTarget(page.url)
      if (!isPath && address !== url && path !== url) continue
      this.#cite(passage.path)
      return anchor === '' ? page.url : `${page.url}#${encodeAnchor(anchor)}`
    }
    return undefined
  }

  /** `<https://…>` is an address; `<a …>` and `<img …>` would be links that nobody checked. Other tags are text. */
  #tag(final: boolean): string | undefined {
    const held = this.#held
    const auto = /^<(https?:\/\/[^\s<>]*)(>?)/i.exec(held)
    if (auto) {
      if (auto[2] === '' && auto[0].length === held.length && !final) return undefined
      const address = this.#allowedAddress(auto[1] ?? '')
      return this.#replace(auto[0].length, address === '' ? '' : `<${address}>`)
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
    const match = /^(?:(?:https?|ftp):\/\/|www\.)[^\s<>()[\]`"]*/i.exec(this.#held)?.[0] ?? ''
    if (match.length === this.#held.length && !final && match.length < MAX_HELD) return undefined
    const trailing = /(?<![.,:;!?*_])[.,:;!?*_]+$/.exec(match)?.[0] ?? ''
    const address = match.slice(0, match.length - trailing.length)
    return this.#replace(match.length, this.#allowedAddress(address) + trailing)
  }

  /** Allows an address that is a retrieved page, that the passages or the question contain, or that is on this machine. */
  #allowedAddress(address: string): string {
    const page = this.#resolve(address)
    if (page !== undefined) return page
    return this.allowed.isAllowed(address) ? address : ''
  }

  #cite(path: string): void {
    const page = this.found.page(path)
    if (page && !this.#cited.has(path)) this.#cited.set(path, { path, ...page })
  }

  #take(length: number): string {
    return this.#replace(length, this.#held.slice(0, length))
  }

  #replace(length: number, text: string): string {
    this.#before = this.#held[length - 1] ?? this.#before
    this.#held = this.#held.slice(length)
    return text
  }
}
