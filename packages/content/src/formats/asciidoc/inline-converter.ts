import { CODE, EMPHASIS, plain, STRONG } from './marks.ts'
import type { AsciidocNode, AsciidocSection } from './node.ts'

/** Turns what stands within a line into Markdown, with the marks of marks.ts. */
export class InlineConverter {
  readonly #addressOf: (target: string) => string | undefined
  /** Sections whose text is being looked up: two that name each other would never end. */
  readonly #resolving = new Set<string>()

  constructor(addressOf: (target: string) => string | undefined) {
    this.#addressOf = addressOf
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
        return text === '' ? '' : ` (${text})`
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
    return typeof target === 'string' ? `![${plain(String(alternative ?? ''))}](${encoded(target)})` : ''
  }

  async #anchor(node: AsciidocNode): Promise<string> {
    const target = node.target ?? ''
    if (node.type === 'link') return linked(node.text || target, target)
    if (node.type === 'bibref') return `[${node.reftext ?? node.id ?? ''}]`
    if (node.type !== 'xref') return ''
    const path = node.getAttribute('path')
    if (typeof path === 'string' && path !== '')
      return linked(node.text || path, this.#addressOf(target) ?? target)
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
