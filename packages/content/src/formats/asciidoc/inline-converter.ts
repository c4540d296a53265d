import { CODE, EMPHASIS, plain, STRONG } from './marks.ts'
import type { AsciidocNode, AsciidocSection } from './node.ts'

/** What a page says of others. Undefined for what stays as it is written. */
export interface ConvertedSite {
  /** Where a link of the page leads. */
  addressOf(target: string): string | undefined
  /** What a link is called that has no text of its own. */
  titleOf(target: string): string | undefined
  /** The file of a picture, from the folder of the page. */
  imageOf(target: string): string | undefined
}

/** Turns what stands within a line into Markdown, with the marks of marks.ts. */
export class InlineConverter {
  readonly #site: ConvertedSite
  /** Sections whose text is being looked up: two that name each other would never end. */
  readonly #resolving = new Set<string>()

  constructor(site: ConvertedSite) {
    this.#site = site
  }

  async convert(node: AsciidocNode, name: string): Promise<string> {
    const text = node.text ?? ''
    switch (name) {
      case 'inline_anchor':
        return this.#anchor(node)
      case 'inline_break':
        return `${text}\n`
      case 'inline_button':
        return `${STRONG}${text}${STRONG}`
      case 'inline_callout':
        return `(${text})`
      case 'inline_footnote':
        return `[^${String(node.getAttribute('index') ?? '')}]`
      case 'inline_image':
        return node.type === 'icon' ? '' : this.image(node)
      case 'inline_indexterm':
        return node.type === 'visible' ? text : ''
      case 'inline_kbd':
        return `${CODE}${listOf(node.getAttribute('keys')).join('+')}${CODE}`
      case 'inline_menu':
        return menu(node)
      case 'inline_quoted':
        return quoted(node.type ?? '', text)
      default:
        return text
    }
  }

  image(node: AsciidocNode): string {
    const target = node.target ?? node.getAttribute('target')
    const alternative = node.getAttribute('alt')
    if (typeof target !== 'string') return ''
    return `![${plain(String(alternative ?? ''))}](${encoded(this.#site.imageOf(target) ?? target)})`
  }

  async #anchor(node: AsciidocNode): Promise<string> {
    const target = node.target ?? ''
    if (node.type === 'link') return linked(node.text || target, target)
    if (node.type === 'bibref') return `${anchor(node)}\\[${node.reftext ?? node.id ?? ''}]`
    if (node.type !== 'xref') return anchor(node)
    const path = node.getAttribute('path')
    if (typeof path === 'string' && path !== '') {
      const fragment = node.getAttribute('fragment')
      const isPart = typeof fragment === 'string' && fragment !== ''
      const name = isPart ? `${path}#${fragment}` : (this.#site.titleOf(target) ?? path)
      return linked(node.text || name, this.#site.addressOf(target) ?? target)
    }
    return linked(node.text || (await this.#titleOf(node)), target)
  }

  /** The text of a reference within the page that has none of its own. */
  async #titleOf(node: AsciidocNode): Promise<string> {
    const id = String(node.getAttribute('refid') ?? '')
    const found = node.document.catalog.refs[id] as AsciidocSection | undefined
    if (found === undefined || this.#resolving.has(id)) return id
    this.#resolving.add(id)
    const text = (await found.xreftext?.(null)) ?? found.title ?? id
    this.#resolving.delete(id)
    return plain(text).replace(/\[([^\]]{0,1000})\]\([^)]{0,1000}\)/g, '$1')
  }
}

function anchor({ id }: AsciidocNode): string {
  return id && !/["<>\s]/.test(id) ? `<a id="${id}"></a>` : ''
}

function quoted(type: string, text: string): string {
  if (type === 'strong') return `${STRONG}${text}${STRONG}`
  if (type === 'emphasis') return `${EMPHASIS}${text}${EMPHASIS}`
  if (type === 'monospaced' || type === 'asciimath' || type === 'latexmath') return `${CODE}${text}${CODE}`
  if (type === 'double') return `“${text}”`
  return type === 'single' ? `‘${text}’` : text
}

function menu(node: AsciidocNode): string {
  const parts = [node.getAttribute('menu'), ...listOf(node.getAttribute('submenus'))]
  const item = node.getAttribute('menuitem')
  return [...parts, item].filter((part) => typeof part === 'string' && part !== '').join(' > ')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function linked(text: string, target: string): string {
  const label = text.replace(/\s+/g, ' ').replace(/(?<!\\)([[\]])/g, '\\$1')
  return target === '' ? text : `[${label}](${encoded(target)})`
}

/** What would end a target of Markdown. */
function encoded(target: string): string {
  return target.replace(/[\s()<>]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
