import { labeled } from '../page/labeled.ts'
import type { MystNode } from './myst-node.ts'

export interface MarkdownWriting {
  /** Id of a heading, from its text and the labels that stand before it. */
  idOf(title: string, labels: readonly string[]): string
  /** Where a link leads; undefined for one that stays as it is written. */
  addressOf(target: string): string | undefined
  /** The tree of a directive that the parser does not know, from what stands in it. */
  parse(text: string): MystNode | undefined
  /** The tree of a file that the page includes. */
  include(node: MystNode): MystNode | undefined
}

/** Directives whose text is no MyST: it is shown as code, or not at all. */
const CODE =
  /^(?:code|code-block|code-cell|sourcecode|literalinclude|eval-rst|math|mermaid|graphviz|prompt|highlight)$/
const SILENT = /^(?:toctree|contents|tableofcontents|raw|only|bibliography|index|currentmodule|meta)$/
const DEEPEST = 30

/** Turns MyST's tree into Markdown: directives and roles as their texts, headings with their ids. */
export class MarkdownWriter {
  readonly #writing: MarkdownWriting
  #labels: string[] = []
  #depth = 0

  constructor(writing: MarkdownWriting) {
    this.#writing = writing
  }

  blocks(nodes: readonly MystNode[] = []): string {
    if (this.#depth >= DEEPEST) return ''
    this.#depth += 1
    const parts = nodes.map((node) => this.#block(node)).filter((part) => part.trim() !== '')
    this.#depth -= 1
    return parts.join('\n\n')
  }

  #block(node: MystNode): string {
    const { type, children = [] } = node
    switch (type) {
      case 'mystTarget':
        this.#labels.push(node.label ?? '')
        return ''
      case 'heading':
        return this.#heading(node)
      case 'paragraph':
        return this.#inline(children)
      case 'code':
        return fenced(node.value ?? '', node.lang ?? '')
      case 'math':
        return fenced(node.value ?? '', 'math')
      case 'blockquote':
        return this.blocks(children).replace(/^/gm, '> ')
      case 'written':
        return node.value ?? ''
      case 'thematicBreak':
        return '---'
      case 'list':
        return this.#list(node)
      case 'table':
        return this.#table(node)
      case 'definitionList':
        return this.#definitions(children)
      case 'admonition':
        return this.#admonition(node)
      case 'footnoteDefinition':
        return `(${this.blocks(children)})`
      case 'include':
        return this.#included(node)
      case 'mystDirective':
        return this.#directive(node)
      case 'comment':
      case 'mystDirectiveError':
      case 'toc':
        return ''
      default:
        return isInline(node) ? this.#inline([node]) : this.blocks(children)
    }
  }

  #heading({ depth = 1, children = [] }: MystNode): string {
    const title = this.#inline(children).replace(/\s+/g, ' ')
    const labels = this.#labels.filter((label) => label !== '')
    this.#labels = []
    const id = this.#writing.idOf(textOf(children), labels)
    return `${'#'.repeat(Math.min(depth, 6))} ${title}${id === '' ? '' : ` {#${id}}`}`
  }

  #list({ ordered = false, start = 1, children = [] }: MystNode): string {
    const items = children.map((item, at) => {
      const mark = ordered ? `${start + at}. ` : '- '
      return mark + indented(this.blocks(item.children), mark.length)
    })
    return items.join('\n')
  }

  #table({ children = [] }: MystNode): string {
    const rows = children.map((row) =>
      (row.children ?? []).map((cell) =>
        this.#cell(cell)
          .replace(/(?<!\s)\s*\n\s*/g, ' ')
          .replace(/(?<!\\)\|/g, '\\|'),
      ),
    )
    const columns = Math.max(0, ...rows.map((row) => row.length))
    const [first, ...others] = rows
    if (first === undefined || columns === 0) return ''
    const line = (row: readonly string[]) =>
      `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`
    return [line(first), `|${' --- |'.repeat(columns)}`, ...others.map(line)].join('\n')
  }

  #cell({ children = [] }: MystNode): string {
    return children.every(isInline) ? this.#inline(children) : this.blocks(children)
  }

  #definitions(children: readonly MystNode[]): string {
    const parts = children.map((child) =>
      child.type === 'definitionTerm'
        ? `- **${this.#inline(child.children)}**`
        : `  ${indented(this.#cell(child), 2)}`,
    )
    return parts.join('\n')
  }

  #admonition({ kind = 'note', children = [] }: MystNode): string {
    const [first, ...rest] = children
    const hasTitle = first?.type === 'admonitionTitle'
    const title = hasTitle ? this.#inline(first.children) : kind.charAt(0).toUpperCase() + kind.slice(1)
    return labeled(`**${title}:**`, this.blocks(hasTitle ? rest : children))
  }

  #included(node: MystNode): string {
    const tree = this.#writing.include(node)
    if (tree === undefined) return ''
    return tree.type === 'code' ? fenced(tree.value ?? '', node.lang ?? '') : this.blocks(tree.children)
  }

  #directive({ name = '', args = '', value = '', children = [] }: MystNode): string {
    if (SILENT.test(name)) return ''
    if (children.length > 0) return this.blocks(children)
    if (CODE.test(name)) return fenced(value, '')
    const title = args === '' ? '' : `**${args}**`
    const body = value === '' ? '' : this.blocks(this.#writing.parse(withoutOptions(value))?.children)
    return [title, body].filter((part) => part !== '').join('\n\n')
  }

  #inline(nodes: readonly MystNode[] = []): string {
    if (this.#depth >= DEEPEST) return ''
    this.#depth += 1
    const text = nodes.map((node) => this.#span(node)).join('')
    this.#depth -= 1
    return text
  }

  #span(node: MystNode): string {
    const { type, value = '', children = [] } = node
    switch (type) {
      case 'text':
        return value.replace(/</g, '&lt;')
      case 'inlineCode':
      case 'inlineMath':
        return `\`${value}\``
      case 'keyboard':
        return `\`${textOf(children)}\``
      case 'emphasis':
        return `*${this.#inline(children)}*`
      case 'strong':
        return `**${this.#inline(children)}**`
      case 'break':
        return '\n'
      case 'link':
        return this.#link(node)
      case 'image':
        return `![${node.alt ?? ''}](${encoded(node.url ?? '')})`
      case 'crossReference':
        return this.#inline(children) || (node.label ?? '')
      case 'mystRole':
        return children.length > 0 ? this.#inline(children) : value.replace(/(?<!\s)\s*<[^<>]*>$/, '')
      case 'cite':
        return node.label ?? ''
      case 'footnoteReference':
      case 'comment':
      case 'html':
        return ''
      default:
        return children.length > 0 ? this.#inline(children) : value
    }
  }

  #link({ url = '', children = [] }: MystNode): string {
    const address = this.#writing.addressOf(url) ?? url
    const text = this.#inline(children) || url.replace(/^[^#]*#(?=.)/, '')
    return address === '' ? text : `[${text}](${encoded(address)})`
  }
}

/** The words of nodes, without marks. */
export function textOf(nodes: readonly MystNode[]): string {
  return nodes.map(({ value, children }) => value ?? textOf(children ?? [])).join('')
}

function isInline({ type }: MystNode): boolean {
  return /^(?:text|inlineCode|inlineMath|emphasis|strong|break|link|image|crossReference|mystRole|cite|footnoteReference|html|keyboard|delete|subscript|superscript|abbreviation|span|underline|smallcaps)$/.test(
    type,
  )
}

/** The options of a directive stand in its first lines. */
function withoutOptions(text: string): string {
  return text.replace(/^(?::[\w-]+:[^\n]*(?:\n|$))+/, '')
}

function fenced(text: string, lang: string): string {
  let mark = '```'
  while (text.includes(mark)) mark += '`'
  return `${mark}${/^[\w+#.-]{0,30}$/.test(lang) ? lang : ''}\n${text}\n${mark}`
}

function indented(text: string, columns: number): string {
  return text.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(columns)}`)
}

function encoded(target: string): string {
  return target.replace(/[\s()<>]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
