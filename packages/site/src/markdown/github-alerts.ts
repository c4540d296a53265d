import { CALLOUT_KINDS } from '@docent/content'
import type { Element, ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'

/** `[!NOTE]`, with a title behind it where a generator allows one; `-` and `+` fold it. */
const MARK = /^\[!([A-Za-z]{1,20})\][+-]?[ \t]*/

/**
 * Quotes that begin with `[!NOTE]` are callouts.
 * @see https://docs.github.com/get-started/writing-on-github (alerts)
 */
export function markAlerts(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'blockquote') return
    const first = node.children.find((child) => child.type === 'element')
    const text = first?.tagName === 'p' ? first.children[0] : undefined
    const [mark = '', kind = ''] = text?.type === 'text' ? (MARK.exec(text.value) ?? []) : []
    if (first === undefined || text?.type !== 'text' || !CALLOUT_KINDS.has(kind.toLowerCase())) return
    const { title, rest } = firstLine([
      { type: 'text', value: text.value.slice(mark.length) },
      ...first.children.slice(1),
    ])
    first.children = rest
    const wrapped: Element = { type: 'element', tagName: 'docent-title', properties: {}, children: title }
    node.tagName = 'docent-callout'
    node.properties = { type: kind.toLowerCase() }
    if (rest.length === 0) node.children = node.children.filter((child) => child !== first)
    if (title.length > 0) node.children.unshift(wrapped)
  })
}

function firstLine(children: readonly ElementContent[]): { title: ElementContent[]; rest: ElementContent[] } {
  const title: ElementContent[] = []
  for (const [at, child] of children.entries()) {
    if (child.type === 'element' && child.tagName === 'br') return { title, rest: children.slice(at + 1) }
    const end = child.type === 'text' ? child.value.indexOf('\n') : -1
    if (child.type !== 'text' || end < 0) {
      if (child.type !== 'text' || child.value !== '') title.push(child)
      continue
    }
    const before = child.value.slice(0, end).trim()
    if (before !== '') title.push({ type: 'text', value: before })
    return { title, rest: [{ type: 'text', value: child.value.slice(end + 1) }, ...children.slice(at + 1)] }
  }
  return { title, rest: [] }
}
