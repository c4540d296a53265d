import type { Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { element } from './components/component.ts'

/** Gives every table a frame that scrolls by pointer and keyboard, and every box of a task list a name. */
export function wrapTables(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'input') node.properties.ariaLabel = node.properties.checked ? 'Done' : 'Not done'
    if (node.tagName !== 'table' || parent === undefined || index === undefined) return undefined
    const frame = { className: ['table'], role: 'region', tabIndex: 0, ariaLabel: 'Table' }
    parent.children[index] = element('div', frame, node)
    return [SKIP, index + 1]
  })
}
