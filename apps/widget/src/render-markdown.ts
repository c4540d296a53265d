import createDOMPurify, { type Config } from 'dompurify'
import { lexer, parser, type Token, type TokensList } from 'marked'
import { copyText } from './copy-text.ts'
import { markInvented } from './invented-names.ts'
import { highlight } from './load-highlighter.ts'
import type { Texts } from './texts/texts.ts'
import type { InventedName } from './turn.ts'

const purify = createDOMPurify(window)

const TAGS =
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul input'.split(
    ' ',
  )

/** What an answer's Markdown may become: no images, no raw HTML beyond text, no address but http, https and mailto. */
const RULES = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href', 'class', 'start', 'align', 'type', 'checked', 'disabled'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|[/#?.]|[^:]*$)/i,
} satisfies Config

/** One block of an answer: a paragraph, a list, a table. Blocks that are complete are drawn once. */
export interface Block {
  /** Source of the block; the key by which it is known to be unchanged. */
  raw: string
  /** Where it begins in the answer, in UTF-16 units. */
  start: number
  tokens: TokensList
}

/**
 * Cuts Markdown into its top-level blocks. Text that grew at its end is read again from its last block only, so that a
 * long answer costs no more a piece than a short one.
 */
export class BlockReader {
  #text = ''
  #blocks: Block[] = []
  /** Where the last block begins: what is before cannot change by what comes after. */
  #settled = 0

  read(text: string): readonly Block[] {
    const isGrown = text.startsWith(this.#text)
    const from = isGrown ? this.#settled : 0
    const kept = isGrown ? this.#blocks.slice(0, -1) : []
    const tokens = lexer(text.slice(from))
    const last = tokens.findLastIndex(isBlock)
    this.#settled = from + lengthOf(tokens.slice(0, Math.max(0, last)))
    this.#text = text
    this.#blocks = [...kept]
    let start = from
    for (const token of tokens) {
      const { raw } = token
      if (isBlock(token)) this.#blocks.push({ raw, start, tokens: listOf(token, tokens.links) })
      start += raw.length
    }
    return this.#blocks
  }
}

function isBlock({ type }: Token): boolean {
  return type !== 'space' && type !== 'def'
}

function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce((length, { raw }) => length + raw.length, 0)
}

/** A block as nodes that are safe to show. */
export function renderBlock(
  { raw, tokens }: Block,
  texts: Texts,
  invented: readonly InventedName[] = [],
  titleOf: (number: string) => string | undefined = () => undefined,
): DocumentFragment {
  const fragment = safeNodes(tokens) ?? plainText(raw)
  // An answer may be written in another direction than the page, and the page's punctuation is not its own.
  for (const element of fragment.children) element.setAttribute('dir', 'auto')
  for (const link of fragment.querySelectorAll('a')) dressLink(link, titleOf)
  const mark = (element: Node) => markInvented(element, invented, texts.notFound)
  for (const pre of fragment.querySelectorAll('pre')) dressCode(pre, texts, mark)
  // What scrolls can be scrolled with the keyboard.
  for (const table of fragment.querySelectorAll('table')) wrap(table, 'table').tabIndex = 0
  for (const element of fragment.children) if (element.className !== 'code') mark(element)
  return fragment
}

/** Nothing where the page's policy refuses to make HTML of any text. */
function safeNodes(tokens: TokensList): DocumentFragment | null {
  return purify.sanitize(parser(tokens), { ...RULES, RETURN_DOM_FRAGMENT: true })
}

function plainText(raw: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  const text = document.createElement('p')
  text.className = 'plain'
  text.textContent = raw.trim()
  fragment.append(text)
  return fragment
}

function listOf(token: Token, links: TokensList['links']): TokensList {
  return Object.assign([token], { links }) as TokensList
}

/** The number of a citation becomes a chip; a link that leaves the site opens a tab of its own. */
function dressLink(link: HTMLAnchorElement, titleOf: (number: string) => string | undefined): void {
  const text = link.textContent ?? ''
  if (/^\d{1,3}$/.test(text)) {
    link.className = 'chip'
    const title = titleOf(text)
    if (title !== undefined) link.setAttribute('aria-label', `${text}: ${title}`)
  }
  if (link.origin === location.origin) return
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
}

function dressCode(pre: HTMLPreElement, texts: Texts, mark: (code: Node) => void): void {
  const code = pre.querySelector('code')
  if (code === null) return
  const source = code.textContent ?? ''
  const language = /(?:^|\s)language-([\w+#-]+)/.exec(code.className)?.[1] ?? ''
  code.className = ''
  // A block that scrolls can be scrolled with the keyboard.
  pre.tabIndex = 0
  pre.dir = 'ltr'
  const frame = wrap(pre, 'code')
  const bar = document.createElement('div')
  bar.className = 'code-bar'
  const label = document.createElement('span')
  label.textContent = language
  bar.append(label, copyButton(source, texts))
  frame.prepend(bar)
  // Colours replace what is there.
  if (language === '') mark(code)
  else void highlight(code, source, language).then(() => mark(code))
}

function copyButton(source: string, texts: Texts): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = texts.copy
  button.setAttribute('aria-label', texts.copyCode)
  button.addEventListener(
    'click',
    () =>
      void copyText(source, (isCopied) => {
        button.textContent = isCopied ? texts.copied : texts.copy
      }),
  )
  return button
}

function wrap(element: HTMLElement, className: string): HTMLDivElement {
  const frame = document.createElement('div')
  frame.className = className
  element.replaceWith(frame)
  frame.append(element)
  return frame
}
