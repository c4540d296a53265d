import type { Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { element } from './components/component.ts'

/**
 * Adds a link to itself to every heading, for readers who share a section. The stylesheet draws the mark: if it were text,
 * programs would read it as part of the heading.
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
