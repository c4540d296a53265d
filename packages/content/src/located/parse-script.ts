import type { SyntaxNode, Tree } from '@lezer/common'
import { parser } from '@lezer/javascript'

/** Longer texts are data or generated, and no person's configuration. */
const LONGEST = 1_000_000
/** A text that is ambiguous on purpose takes the parser seconds. */
const MOST_MS = 1000
const STEPS_BETWEEN_LOOKS = 500

/**
 * The syntax of a script. The parser recovers from mistakes, so a text that is not valid has a tree, too; undefined for
 * one that is too long or too ambiguous to read.
 *
 * @param file its name decides between JavaScript, TypeScript and JSX; JSON is read as JavaScript
 */
export function parseScript(file: string, text: string): Tree | undefined {
  if (text.length > LONGEST) return undefined
  const dialect = [/\.[cm]?tsx?$/.test(file) ? 'ts' : '', /sx$/.test(file) ? 'jsx' : ''].join(' ').trim()
  const isData = /\.jsonc?$/.test(file)
  const configured = parser.configure({ dialect, ...(isData ? { top: 'SingleExpression' } : {}) })
  const parse = configured.startParse(text)
  const end = performance.now() + MOST_MS
  for (let steps = 1; ; steps++) {
    const tree = parse.advance()
    if (tree) return tree
    if (steps % STEPS_BETWEEN_LOOKS === 0 && performance.now() > end) return undefined
  }
}

/** The direct parts of a node, without comments. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = []
  for (let part = node.firstChild; part; part = part.nextSibling)
    if (!/Comment$/.test(part.name)) parts.push(part)
  return parts
}

/** Without parentheses and types around a value: `(x)`, `x as const`, `x satisfies Y`. */
export function unwrapped(node: SyntaxNode): SyntaxNode {
  let inner = node
  for (let depth = 0; depth < 20; depth++) {
    const parts = partsOf(inner)
    const typed =
      inner.name === 'BinaryExpression' && parts.some(({ name }) => name === 'as' || name === 'satisfies')
    const next = inner.name === 'ParenthesizedExpression' ? parts[1] : typed ? parts[0] : undefined
    if (next === undefined) return inner
    inner = next
  }
  return inner
}
