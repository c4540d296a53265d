import { closeTag, openTag } from '../../markdown/dialects/parts/write-tag.ts'
import { fenced } from '../../page/include.ts'
import { labeled } from '../../page/labeled.ts'
import { objectOf } from '../read/object-names.ts'
import type { RstDefinitions, RstDirective, RstFields, RstNode } from '../read/rst-node.ts'
import { fieldName, groupedFields } from './field-names.ts'
import { InlineText } from './inline-text.ts'
import type { RoleSite } from './role-text.ts'
import { codeSpan, paragraph } from './written-markdown.ts'

export interface MarkdownSite extends RoleSite {
  /** The text of another file that a directive shows; undefined where it cannot be had. */
  fileText(target: string): string | undefined
  /** What the page lacks because only a build has it. */
  report(directive: RstDirective): void
}

/** Turns the blocks of a document into Markdown. */
export class MarkdownWriter {
  readonly site: MarkdownSite
  readonly inline: InlineText
  readonly #writeDirective: (directive: RstDirective, writer: MarkdownWriter) => string
  /** What `highlight` says of the code below it. */
  language: string
  /** Depth of the title that is open. */
  #level = 1
  /** Objects around. */
  #objects: string[] = []
  /** Of `module` and `currentmodule`, and of `program`. */
  module = ''
  program = ''

  /** @param writeDirective turns a directive into Markdown */
  constructor(
    site: MarkdownSite,
    writeDirective: (directive: RstDirective, writer: MarkdownWriter) => string,
  ) {
    this.site = site
    this.#writeDirective = writeDirective
    this.language = site.attribute('highlight_language') ?? ''
    this.inline = new InlineText({
      ...site,
      addressOf: (target) => site.addressOf(target),
      titleOf: (target) => site.titleOf(target),
      attribute: (name) => site.attribute(name),
      substituted: (name) => {
        const found = site.scope.substitutions.get(name)
        return found === undefined || typeof found === 'string' ? undefined : this.image(found)
      },
    })
  }

  blocks(nodes: readonly RstNode[]): string {
    const parts: string[] = []
    for (const [at, node] of nodes.entries()) {
      if (node.kind === 'footnote' && nodes[at - 1]?.kind === 'footnote') continue
      const part = node.kind === 'footnote' ? this.#notes(nodes, at) : this.#block(node)
      if (part.trim() !== '') parts.push(part)
    }
    return parts.join('\n\n')
  }

  #block(node: RstNode): string {
    switch (node.kind) {
      case 'title':
        return this.#title(node.level, node.text, node.id)
      case 'paragraph':
        return paragraph(this.inline.markdown(node.text))
      case 'literal':
        return this.code(node.text, this.language)
      case 'quote':
        return this.#quote(node.children)
      case 'list':
        return this.#items(node.items, node.start)
      case 'definitions':
        return this.#definitions(node)
      case 'fields':
        return this.fields(node)
      case 'lines':
        return node.lines.map((line) => paragraph(this.inline.markdown(line))).join('  \n')
      case 'table':
        return this.table(node.rows, node.head)
      case 'directive':
        return this.#writeDirective(node, this)
      case 'target':
        return node.targets.map(({ id }) => `<a id="${id}"></a>`).join('')
      case 'transition':
        return '---'
      case 'written':
        return node.text
      default:
        return ''
    }
  }

  #title(level: number, text: string, id: string): string {
    this.#level = level
    const title = this.inline.markdown(text).replace(/\s+/g, ' ').trim()
    return `${'#'.repeat(Math.min(level, 6))} ${title} {#${id}}`
  }

  #quote(children: readonly RstNode[]): string {
    return this.blocks(children).replace(/^/gm, '> ').replace(/ $/gm, '')
  }

  #items(items: readonly (readonly RstNode[])[], start: number | undefined): string {
    const isLoose = items.some((item) => item.slice(1).some(({ kind }) => kind !== 'list'))
    const written = items.map((item, at) => {
      const mark = start === undefined ? '- ' : `${start + at}. `
      return mark + inner(this.blocks(item), mark.length)
    })
    return written.join(isLoose ? '\n\n' : '\n')
  }

  #definitions({ items, isCode }: RstDefinitions): string {
    const written = items.map(({ terms, children }) => {
      const names = terms.map((term) => (isCode ? codeSpan(term) : this.term(term))).join(', ')
      const text = this.blocks(children)
      return `- ${inner(text === '' ? names : `${names}\n\n${text}`, 2)}`
    })
    return written.join('\n')
  }

  /** A term with its classifiers. */
  term(written: string): string {
    const [term = '', ...kinds] = written.split(' : ')
    const behind = kinds.map((kind) => ` *${this.inline.markdown(kind)}*`).join('')
    return strong(this.inline.markdown(term)) + behind
  }

  fields(node: RstFields): string {
    const written = groupedFields(node.items).map(({ name, items }) => {
      const label = name === '' ? '' : `**${fieldName(name)}:**`
      const texts = items.map(({ term, type, children }) => {
        const text = this.blocks(children)
        const kind = type === '' ? '' : ` (*${this.inline.markdown(type)}*)`
        return term === ''
          ? text
          : [`**${this.inline.markdown(term)}**${kind}`, text].filter((part) => part !== '').join(' – ')
      })
      if (texts.length === 1 && items[0]?.term === '') return `- ${inner(labeled(label, texts[0] ?? ''), 2)}`
      return `- ${label}\n${texts.map((text) => `  - ${inner(text, 4)}`).join('\n')}`
    })
    return written.join('\n')
  }

  /** Footnotes and citations that follow each other. */
  #notes(nodes: readonly RstNode[], from: number): string {
    const items: string[] = []
    for (let at = from; at < nodes.length; at += 1) {
      const note = nodes[at]
      if (note?.kind !== 'footnote') break
      items.push(`- <a id="${note.id}"></a>\\[${note.label}\\] ${inner(this.blocks(note.children), 2)}`)
    }
    return items.join('\n')
  }

  code(text: string, language: string, meta = ''): string {
    const name =
      /^[\w+#.-]{1,30}$/.test(language) && !/^(?:default|none|text)$/.test(language) ? language : ''
    return fenced(text, meta === '' ? name : `${name || 'text'} ${meta}`)
  }

  table(rows: readonly (readonly (readonly RstNode[])[])[], head: number, title = ''): string {
    const cells = rows.map((row) => row.map((cell) => inOneLine(this.blocks(cell))))
    const columns = Math.max(0, ...cells.map((row) => row.length))
    if (columns === 0) return ''
    const line = (row: readonly string[]) =>
      `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`
    const [first, ...others] = head === 0 ? [[], ...cells] : cells
    const drawn = [line(first ?? []), `|${' --- |'.repeat(columns)}`, ...others.map(line)].join('\n')
    return title === '' ? drawn : `**${this.inline.markdown(title)}**\n\n${drawn}`
  }

  image({ argument, options }: RstDirective): string {
    const target = argument.replace(/\s+/g, '')
    const alternative = this.inline.plain(options.alt ?? '').replace(/[[\]]/g, '')
    const image = `![${alternative}](${encoded(this.site.addressOf(`image:${target}`) ?? target)})`
    const link = options.target
    if (link === undefined) return image
    const name = /^`?([^`]+?)`?_$/.exec(link)?.[1]
    const found = name === undefined ? undefined : this.site.scope.find(name)
    const address = found === undefined ? link : 'uri' in found ? found.uri : `#${found.id}`
    return `[${image}](${encoded(address)})`
  }

  /** An element of the page around Markdown. */
  element(name: string, attributes: Readonly<Record<string, string | undefined>>, text: string): string {
    return [...openTag(name, attributes, ''), text, ...closeTag(name, '')]
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }

  /** An object of a domain, as a heading below the open title, with what is said of it. */
  object(directive: RstDirective): string {
    const { module, program } = this
    const signatures = directive.argument
      .split(/(?<!\\)\n/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
    const around = this.#objects.at(-1) ?? ''
    const objects = signatures.map((signature) =>
      objectOf(directive.name, signature, { around, module, program }),
    )
    const ids = objects.flatMap(({ ids }) => ids)
    const level = Math.min(this.#level + 1 + this.#objects.length, 6)
    const hasIds = !('no-index' in directive.options || 'noindex' in directive.options)
    const heading = objects.map(({ shown }, at) => {
      const id = hasIds ? objects[at]?.ids[0] : undefined
      return `${'#'.repeat(level)} ${codeSpan(shown)}${id === undefined ? '' : ` {#${id}}`}`
    })
    const more = hasIds ? objects.flatMap((object) => object.ids.slice(1)) : []
    const anchors = more.filter((id) => !ids.slice(0, 1).includes(id)).map((id) => `<a id="${id}"></a>`)
    this.#objects.push(objects[0]?.name ?? around)
    const body = this.blocks(directive.children)
    this.#objects.pop()
    return [anchors.join(''), ...heading, body].filter((part) => part !== '').join('\n\n')
  }
}

export function strong(text: string): string {
  return text.startsWith('**') || text === '' || text.startsWith('`') ? text : `**${text}**`
}

/** Each line but the first so far to the right. */
function inner(text: string, columns: number): string {
  return text.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(columns)}`)
}

/** Blocks as one line of a table. */
function inOneLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.join(' ').replace(/(?<!\\)\|/g, '\\|')
}

function encoded(target: string): string {
  return target.replace(/[\s()<>]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
