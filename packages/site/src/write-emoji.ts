import { withEmoji } from '@docent/content'
import type { Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Writes emoji in the place of their short names, after headings have the ids that links use. */
export function writeEmoji(tree: Root): void {
  visit(tree, (node) => {
    if (node.type === 'element' && /^(?:code|pre|kbd|samp|script|style)$/.test(node.tagName)) return SKIP
    if (node.type === 'text' && node.value.includes(':')) node.value = withEmoji(node.value)
    return undefined
  })
}
