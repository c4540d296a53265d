import type { Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { element } from './components/component.ts'

/**
 * Puts a link to itself into every heading, for readers who pass a section on. The style gives it its mark: as a text, that
 * would be a part of the heading to every program.
 */
export function addHeadingLinks(tree: Root): void {
  visit(tree, 'element', (node) => {
    const { id } = node.properties
    if (!/^h[2-4]$/.test(node.tagName) || typeof id !== 'string') return undefined
    const label = `Link to ${textOf(node)}`
    const href = `#${encodeURIComponent(id)}`
    node.children.push(element('a', { className: ['anchor'], href, ariaLabel: label }))
    return SKIP
  })
}
