import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'

/**
 * Makes the first heading the heading of the page where it is the title of the page on the second level, as chapters of
 * books have it. The others follow, unless there are several of that level.
 */
export function promoteTitle(tree: Root, title: string | undefined): void {
  const headings: Element[] = []
  visit(tree, 'element', (node) => {
    if (/^h[1-6]$/.test(node.tagName)) headings.push(node)
  })
  const [first, ...others] = headings
  if (first?.tagName !== 'h2' || title === undefined || textOf(first).trim() !== title) return
  if (others.some(({ tagName }) => tagName === 'h1')) return
  const isOnly = others.every(({ tagName }) => tagName !== 'h2')
  for (const heading of isOnly ? headings : [first])
    heading.tagName = `h${Number(heading.tagName.slice(1)) - 1}`
}
