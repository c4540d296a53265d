import type { Element, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { visit } from 'unist-util-visit'
import { element } from './components/component.ts'
import { CHANGE_ID } from './rendered-page.ts'

/** Parts of a page that are shown as changed or not as a whole, unless smaller ones are within them. */
const BLOCKS = new Set([
  ...['p', 'pre', 'li', 'tr', 'dt', 'dd', 'summary', 'blockquote', 'figcaption'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

interface Block {
  node: Element
  key: string
}

/** Gives blocks that the other page does not have the class `changed`, and the place of the first difference an id. */
export function markChanges(tree: Root, other: Root): void {
  const blocks = blocksOf(tree)
  const theirs = blocksOf(other)
  let same = 0
  while (same < blocks.length && blocks[same]?.key === theirs[same]?.key) same += 1
  if (same === blocks.length && same === theirs.length) return
  const most = Math.min(blocks.length, theirs.length) - same
  let end = 0
  while (end < most && blocks.at(-1 - end)?.key === theirs.at(-1 - end)?.key) end += 1
  markMissing(blocks.slice(same, blocks.length - end), theirs.slice(same, theirs.length - end))
  const first = (blocks[same] ?? blocks.at(-1))?.node
  if (first === undefined) return
  const cell = first.children[0]
  const place = first.tagName === 'tr' && cell?.type === 'element' ? cell : first
  place.children.unshift(element('span', { id: CHANGE_ID }))
}

/** A block that only stands elsewhere is not marked. */
function markMissing(blocks: readonly Block[], theirs: readonly Block[]): void {
  const left = new Map<string, number>()
  for (const { key } of theirs) left.set(key, (left.get(key) ?? 0) + 1)
  for (const { node, key } of blocks) {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    if (count > 0) continue
    const { className } = node.properties
    node.properties.className = [...(Array.isArray(className) ? className : []), 'changed']
  }
}

function blocksOf(tree: Root): Block[] {
  const blocks: Block[] = []
  visit(tree, 'element', (node) => {
    if (!BLOCKS.has(node.tagName) || hasBlock(node)) return
    // Without its own id, which may count the headings before it.
    blocks.push({ node, key: `${node.tagName} ${toHtml(node.children)}` })
  })
  return blocks
}

function hasBlock({ children }: Element): boolean {
  return children.some((child) => child.type === 'element' && (BLOCKS.has(child.tagName) || hasBlock(child)))
}
