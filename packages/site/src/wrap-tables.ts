import type { Element, Root } from 'hast'
import { EXIT, SKIP, visit } from 'unist-util-visit'
import { element } from './components/component.ts'

/** Columns of a table that is broken within words when it is printed: on paper nothing scrolls. */
const WIDE = 6

/** Gives every table a frame that scrolls by pointer and keyboard, and every box of a task list a name. */
export function wrapTables(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'input') node.properties.ariaLabel = node.properties.checked ? 'Done' : 'Not done'
    if (node.tagName !== 'table' || parent === undefined || index === undefined) return undefined
    const className = columnsOf(node) >= WIDE ? ['table', 'wide'] : ['table']
    const frame = { className, role: 'region', tabIndex: 0, ariaLabel: 'Table' }
    parent.children[index] = element('div', frame, node)
    return [SKIP, index + 1]
  })
}

/** Of its first row. */
function columnsOf(table: Element): number {
  let columns: number | undefined
  visit(table, 'element', (row) => {
    if (row.tagName !== 'tr') return undefined
    columns = row.children.filter((cell) => cell.type === 'element').length
    return EXIT
  })
  return columns ?? 0
}
