import { labeled } from '../page/labeled.ts'
import { type ConvertedSite, InlineConverter } from './inline-converter.ts'
import { finished } from './marks.ts'
import type {
  AsciidocBlock,
  AsciidocDescription,
  AsciidocItem,
  AsciidocList,
  AsciidocNode,
  AsciidocSection,
  AsciidocTable,
} from './node.ts'
import { tableRows } from './table-rows.ts'

type Convert = (node: never) => Promise<string> | string

/**
 * Turns Asciidoctor's tree into Markdown, which is cut into passages, searched and cited like every other page.
 * Headings carry the ids that Asciidoctor gives them.
 */
export class MarkdownConverter {
  readonly outfilesuffix = '.md'
  readonly #inline: InlineConverter
  readonly #methods: Readonly<Record<string, Convert>>

  constructor(site: ConvertedSite) {
    this.#inline = new InlineConverter(site)
    this.#methods = {
      document: (node: AsciidocBlock) => this.#whole(node),
      embedded: (node: AsciidocBlock) => this.#whole(node),
      preamble: (node: AsciidocBlock) => textOf(node),
      section: (node: AsciidocSection) => this.#section(node),
      floating_title: (node: AsciidocSection) => `${heading(node)}\n`,
      paragraph: async (node: AsciidocBlock) => titled(node, finished(await textOf(node)), true),
      listing: async (node: AsciidocBlock) => titled(node, fenced(await code(node), language(node))),
      literal: async (node: AsciidocBlock) => titled(node, fenced(await code(node), '')),
      stem: async (node: AsciidocBlock) => titled(node, fenced(await code(node), 'math')),
      ulist: (node: AsciidocList<AsciidocItem>) => this.#list(node, () => '- '),
      olist: (node: AsciidocList<AsciidocItem>) => this.#list(node, (at) => `${at + 1}. `),
      colist: (node: AsciidocList<AsciidocItem>) => this.#list(node, (at) => `${at + 1}. `),
      dlist: (node: AsciidocList<AsciidocDescription>) => this.#descriptions(node),
      table: async (node: AsciidocTable) => titled(node, await tableRows(node)),
      admonition: async (node: AsciidocBlock) => {
        const name = String(node.getAttribute('textlabel') ?? node.getAttribute('name') ?? 'Note')
        return titled(node, labeled(`**${name}:**`, finishedBlock(await textOf(node))))
      },
      example: (node: AsciidocBlock) => this.#container(node),
      sidebar: (node: AsciidocBlock) => this.#container(node),
      open: (node: AsciidocBlock) => this.#container(node),
      quote: (node: AsciidocBlock) => this.#quote(node),
      verse: (node: AsciidocBlock) => this.#quote(node),
      pass: (node: AsciidocBlock) => textOf(node),
      image: (node: AsciidocNode) => titled(node, this.#inline.image(node)),
      thematic_break: () => '---\n',
      page_break: () => '',
      toc: () => '',
      video: () => '',
      audio: () => '',
    }
  }

  async convert(node: AsciidocNode, transform: string | null = null): Promise<string> {
    const name = transform ?? node.nodeName
    const method = this.#methods[name]
    if (method !== undefined) return method(node as never)
    return this.#inline.convert(node, name)
  }

  handles(name: string): boolean {
    return name in this.#methods || name.startsWith('inline_')
  }

  async #whole(node: AsciidocBlock): Promise<string> {
    const text = await textOf(node)
    const notes = node.document.footnotes.map((note) => `[^${note.index}]: ${finished(note.text)}`)
    return notes.length === 0 ? text : `${text}\n\n${notes.join('\n\n')}\n`
  }

  async #section(node: AsciidocSection): Promise<string> {
    return `${heading(node)}\n\n${await textOf(node)}`
  }

  async #container(node: AsciidocBlock): Promise<string> {
    return titled(node, finishedBlock(await textOf(node)))
  }

  async #quote(node: AsciidocBlock): Promise<string> {
    const text = finishedBlock(await textOf(node))
    return titled(node, text.replace(/^/gm, '> '))
  }

  async #list(node: AsciidocList<AsciidocItem>, marker: (at: number) => string): Promise<string> {
    const items: string[] = []
    for (const [at, item] of node.getItems().entries()) {
      const mark = marker(at)
      items.push(mark + indented(await itemText(item), mark.length))
    }
    return titled(node, items.join('\n'))
  }

  async #descriptions(node: AsciidocList<AsciidocDescription>): Promise<string> {
    const items: string[] = []
    for (const [terms, description] of node.getItems()) {
      const names = terms.map((term) => `**${finished(term.getText())}**`).join(', ')
      const text = description === null ? '' : await itemText(description)
      items.push(`- ${indented(text === '' ? names : labeled(`${names}:`, text), 2)}`)
    }
    return titled(node, items.join('\n'))
  }
}

async function itemText(item: AsciidocItem): Promise<string> {
  const text = item.hasText() ? finished(item.getText()) : ''
  if (!item.hasBlocks()) return text
  return [text, await textOf(item)].filter((part) => part !== '').join('\n\n')
}

async function textOf(node: AsciidocBlock): Promise<string> {
  const content = await node.content()
  if (Array.isArray(content)) return content.join('\n\n')
  return typeof content === 'string' ? content : ''
}

/** Text of a block that may stand alone, without a paragraph around it. */
function finishedBlock(text: string): string {
  return /[\ue001-\ue003]|&/.test(text) && !text.includes('```') ? finished(text) : text
}

function heading(node: AsciidocSection): string {
  const marks = '#'.repeat(Math.min((node.level ?? 0) + 1, 6))
  const written = finished(node.title ?? '').replace(/\s+/g, ' ')
  // An anchor in a heading stands before it: the text of a heading has none.
  const anchors = [...written.matchAll(ANCHOR)].map(([anchor]) => anchor).join('')
  const before = anchors === '' ? '' : `${anchors}\n\n`
  const title = anchors === '' ? written : written.replaceAll(ANCHOR, '')
  return `${before}${marks} ${numberOf(node)}${title}${node.id ? ` {#${node.id}}` : ''}`
}

const ANCHOR = /<a id="[^"<>]{1,200}"><\/a>/g

/** `2.1. ` before the title of a section, where its author asked for numbers. */
function numberOf(node: AsciidocSection): string {
  const deepest = Number(node.document.attributes.sectnumlevels ?? 3)
  const isNumbered = node.numbered === true && (node.level ?? 0) <= deepest
  return isNumbered ? `${node.sectnum?.() ?? ''} `.trimStart() : ''
}

/** @param isText the block begins with text, which its anchor may stand before */
function titled(node: AsciidocNode, text: string, isText = false): string {
  if (text.trim() === '') return ''
  const isCounted =
    node.nodeName !== 'admonition' && typeof node.getAttribute('collapsible-option') !== 'string'
  const caption = isCounted ? (node.caption ?? '') : ''
  const title = node.title ? `**${finished(caption + node.title)}**\n\n` : ''
  const anchor = node.id ? `<a id="${node.id}"></a>${isText && title === '' ? '' : '\n\n'}` : ''
  return `${anchor}${title}${text.trimEnd()}\n`
}

function language(node: AsciidocNode): string {
  const written = node.getAttribute('language')
  return typeof written === 'string' && /^[\w+#.-]{1,30}$/.test(written) ? written : ''
}

/** Code as it is written, with the values of attributes where the author asked for them. */
async function code(node: AsciidocBlock): Promise<string> {
  const source = node.getSource()
  const text = node.hasSub('attributes') ? String(await node.applySubs(source, ['attributes'])) : source
  return node.hasSub('callouts') && text.includes('>') ? withNumbers(text) : text
}

const CALLOUT = /<(?:!--)?(\d{1,3}|\.)(?:--)?>$/
const LONGEST_CALLOUT = 20
const MOST_CALLOUTS = 10

/** Marks of callouts at the ends of lines, as their numbers: `# <1>`, `<!--2-->`, `<.>` for the next. */
function withNumbers(text: string): string {
  let next = 0
  const lines = text.split('\n').map((line) => {
    const found: string[] = []
    let rest = line.trimEnd()
    for (
      let mark = CALLOUT.exec(rest.slice(-LONGEST_CALLOUT));
      mark !== null;
      mark = CALLOUT.exec(rest.slice(-LONGEST_CALLOUT))
    ) {
      found.unshift(mark[1] ?? '')
      rest = rest.slice(0, -mark[0].length).trimEnd()
      if (found.length >= MOST_CALLOUTS) break
    }
    const numbers = found.map((digits) => {
      next += 1
      return `(${digits === '.' ? next : digits})`
    })
    return found.length === 0 ? line : [rest.replace(/(?:\/\/|#|--|;;)$/, ''), ...numbers].join(' ')
  })
  return lines.join('\n')
}

function fenced(text: string, name: string): string {
  let mark = '```'
  while (text.includes(mark)) mark += '`'
  return `${mark}${name}\n${text}\n${mark}`
}

function indented(text: string, columns: number): string {
  return text.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(columns)}`)
}
