import { CALLOUT_KINDS } from '../../formats/markdown/dialects/parts/callout-kinds.ts'
import { type SourceLine, sourceLines } from '../../formats/markdown/dialects/parts/source-lines.ts'
import { closeTag, openTag } from '../../formats/markdown/dialects/parts/write-tag.ts'
import { withBraces } from './liquid/raw-brace.ts'

/** `{: .note #id }` in a line of its own; `{::comment}` is an extension. */
const LIST = /^ {0,3}\{:(?!:)([^{}]*)\}\s*$/
const EXTENSION = /^ {0,3}\{(?:::|(?=:\/):)(\/?)([a-z]*)(?:[^a-z{}][^{}]*)?\}\s*$/
/** Around HTML within a line. */
const INLINE_EXTENSION = /\{::nomarkdown(?:[ \t][^{}]{0,100})?\}|\{:\/(?:nomarkdown)?\}/g
const HEADING = /^ {0,3}#{1,6}[ \t]/
const BLOCK_TAG =
  /^ {0,3}<(\/?)(?:address|article|aside|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|header|main|nav|p|section|summary)\b([^<>]*)>\s*$/
/** What begins a block of HTML, which goes to the end of its element, over empty lines too. */
const HTML =
  /^ {0,3}<(address|article|aside|blockquote|center|details|div|dl|fieldset|figure|footer|form|header|main|nav|ol|p|section|table|ul)\b/i
const TAG = /<(\/?)([a-z][\w-]{0,30})\b[^<>]*>/gi
const MARKDOWN = /\bmarkdown\s*=/
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}\.)[ \t]/
const LONGEST_LINE = 2_000
const DEEPEST = 8

/** What a list of attributes says of a block. */
interface Attributes {
  words: string[]
}

/**
 * Marks of kramdown become elements and Markdown that every parser knows: https://kramdown.gettalong.org/syntax.html#block-ials.
 *
 * @param callouts classes that the theme Just the Docs shows as callouts, with their titles
 */
export function withKramdownMarks(text: string, callouts: Callouts): string {
  return rewritten(sourceLines(text), callouts, 0).join('\n')
}

type Callouts = ReadonlyMap<string, string | undefined>

function rewritten(
  lines: readonly SourceLine[],
  callouts: Callouts,
  depth: number,
  joinsHtml = true,
): string[] {
  const written = new KramdownWriter(callouts, depth, joinsHtml).written(lines)
  // An element that is never closed would take the rest of the page.
  return written ?? rewritten(lines, callouts, depth, false)
}

class KramdownWriter {
  readonly #callouts: Callouts
  readonly #depth: number
  readonly #joinsHtml: boolean
  readonly #out: string[] = []
  /** Where the block begins that the last line belongs to; undefined behind an empty line. */
  #block: number | undefined
  /** For the block that comes next. */
  #waiting: Attributes | undefined
  #isCode = false
  /** The element of HTML that is open, and how often. */
  #html: { name: string; depth: number } | undefined

  constructor(callouts: Callouts, depth: number, joinsHtml: boolean) {
    this.#callouts = callouts
    this.#depth = depth
    this.#joinsHtml = joinsHtml
  }

  /** Undefined where an element is open at the end. */
  written(lines: readonly SourceLine[]): string[] | undefined {
    let isComment = false
    for (const [at, { text, isCode }] of lines.entries()) {
      const extension = isCode ? null : EXTENSION.exec(text.slice(0, LONGEST_LINE))
      if (extension !== null) {
        const [, slash = '', name] = extension
        isComment = name === 'comment' && slash === ''
        continue
      }
      if (!isComment) this.#add(text, isCode, lines[at + 1]?.text)
    }
    if (this.#html !== undefined) return undefined
    this.#end()
    this.#out.pop()
    return this.#out
  }

  #add(text: string, isCode: boolean, next: string | undefined): void {
    const [, list] = isCode ? [] : (LIST.exec(text.slice(0, LONGEST_LINE)) ?? [])
    if (!isCode && this.#joinsHtml && this.#isHtml(text)) {
      if (text.trim() !== '') this.#line(withBraces({ text, isCode }), false)
      if (this.#html === undefined) this.#end()
    } else if (isCode) this.#line(withBraces({ text, isCode }), true)
    else if (list !== undefined) this.#attributes(list)
    else if (text.trim() === '') this.#end()
    else {
      this.#line(withBraces({ text, isCode }).replace(INLINE_EXTENSION, ''), false)
      const [, slash, inside = ''] = BLOCK_TAG.exec(text.slice(0, LONGEST_LINE)) ?? []
      // An element ends its block, and Markdown within it is Markdown only behind an empty line.
      const isEnd = slash === '/' || MARKDOWN.test(inside)
      if ((isEnd && next?.trim() !== '') || HEADING.test(text)) this.#end(slash === undefined)
    }
  }

  /** Whether a line belongs to a block of HTML without Markdown in it. */
  #isHtml(text: string): boolean {
    const line = text.slice(0, LONGEST_LINE)
    const name = this.#html?.name ?? HTML.exec(line)?.[1]?.toLowerCase()
    if (name === undefined || MARKDOWN.test(line)) {
      this.#html = undefined
      return false
    }
    let depth = this.#html?.depth ?? 0
    for (const [, slash, tag = ''] of line.matchAll(TAG))
      if (tag.toLowerCase() === name) depth += slash === '/' ? -1 : 1
    this.#html = depth > 0 ? { name, depth } : undefined
    return true
  }

  #line(text: string, isCode: boolean): void {
    const isNew = HEADING.test(this.#out.at(-1) ?? '') || (isCode && !this.#isCode)
    if (this.#block === undefined || (isNew && this.#waiting === undefined)) this.#block = this.#out.length
    this.#isCode = isCode
    this.#out.push(text)
  }

  /** Ends the block. @param isHeading an attribute list may still follow it, and no empty line is needed */
  #end(isHeading = false): void {
    if (this.#waiting !== undefined && this.#block !== undefined) {
      const waiting = this.#waiting
      this.#waiting = undefined
      this.#apply(waiting, this.#block)
    }
    if (isHeading) return
    this.#block = undefined
    this.#out.push('')
  }

  #attributes(list: string): void {
    const words = list.split(/\s+/).filter(Boolean)
    if (this.#block === undefined) this.#waiting = { words: [...(this.#waiting?.words ?? []), ...words] }
    else this.#apply({ words }, this.#block)
  }

  #apply({ words }: Attributes, from: number): void {
    const block = this.#out.splice(from)
    this.#out.push(...this.#changed(block, words))
  }

  #changed(block: string[], words: readonly string[]): string[] {
    if (words.includes('toc') && ITEM.test(block[0] ?? '')) return []
    const id = words.find((word) => /^#[\w-]+$/.test(word))?.slice(1)
    const shown = this.#callout(block, words)
    if (id === undefined) return shown
    const [first = '', ...rest] = shown
    if (HEADING.test(first)) return [`${first} {#${id}}`, ...rest]
    const anchor = `<a id="${id}"></a>`
    return /^[\p{L}\p{N}"'*_`[(]/u.test(first) && !ITEM.test(first)
      ? [anchor + first, ...rest]
      : [anchor, '', ...shown]
  }

  #callout(block: string[], words: readonly string[]): string[] {
    for (const word of words) {
      const name = word.startsWith('.') ? word.slice(1) : ''
      const isTitled = name.endsWith('-title')
      const kind = isTitled ? name.slice(0, -'-title'.length) : name
      if (kind === '' || !this.#callouts.has(kind)) continue
      const isQuote = block.every((line) => /^ {0,3}>/.test(line))
      const lines = isQuote ? block.map((line) => line.replace(/^ {0,3}> ?/, '')) : block
      const empty = lines.findIndex((line) => line.trim() === '')
      const head = empty < 0 ? lines.length : empty
      const title = isTitled ? lines.slice(0, head).join(' ') : this.#callouts.get(kind)
      const body = isTitled ? lines.slice(head + 1) : lines
      const inner =
        isQuote && this.#depth < DEEPEST
          ? rewritten(sourceLines(body.join('\n')), this.#callouts, this.#depth + 1, this.#joinsHtml)
          : body
      if (title === undefined) return inner
      const type = CALLOUT_KINDS.has(kind) ? kind : 'note'
      return [...openTag('docent-callout', { type, title }, ''), ...inner, ...closeTag('docent-callout', '')]
    }
    return block
  }
}
