import type { ElementContent } from 'hast'
import type { CodeToken } from './code-tokens.ts'
import { element } from './components/component.ts'

/** How a line of code is marked. */
type LineKind = 'marked' | 'added' | 'removed'

const LONGEST_META = 500
const MOST_LINES = 10_000
/** `{1,4-6}`, `hl_lines="2 3"`, and `ins={3}`: of Prism and Shiki, Python-Markdown, and Expressive Code. */
const RANGES: readonly (readonly [kind: LineKind, pattern: RegExp])[] = [
  ['marked', /(?:^|[\s\w])(?:mark=|highlight=)?\{([\d\s,-]{1,200})\}/g],
  ['marked', /\bhl_lines=["']?([\d\s,-]{1,200})["']?/g],
  ['added', /\bins=\{([\d\s,-]{1,200})\}/g],
  ['removed', /\bdel=\{([\d\s,-]{1,200})\}/g],
]

/** Which lines an author marks behind the fence, by their number from 1. */
export function markedLines(meta: string): ReadonlyMap<number, LineKind> {
  const lines = new Map<number, LineKind>()
  for (const [kind, pattern] of RANGES)
    for (const [, ranges = ''] of meta.slice(0, LONGEST_META).matchAll(pattern))
      for (const range of ranges.split(/[\s,]+/)) {
        const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range) ?? []
        for (let at = Number(from); at <= Math.min(Number(to), MOST_LINES); at++) lines.set(at, kind)
      }
  return lines
}

/** Code with its marked lines in elements of their own. */
export function withMarkedLines(
  pieces: readonly CodeToken[],
  marked: ReadonlyMap<number, LineKind>,
): ElementContent[] {
  if (marked.size === 0) return pieces.map(nodeOf)
  return linesOf(pieces).flatMap((line, at): ElementContent[] => {
    const kind = marked.get(at + 1)
    const nodes = line.map(nodeOf)
    return kind === undefined ? nodes : [element('span', { className: ['line', kind] }, ...nodes)]
  })
}

/** Each line with the line feed that ends it. */
function linesOf(pieces: readonly CodeToken[]): CodeToken[][] {
  const lines: CodeToken[][] = [[]]
  for (const { text, type } of pieces)
    for (const part of text.split(/(?<=\n)/)) {
      if (part !== '') lines.at(-1)?.push({ text: part, type })
      if (part.endsWith('\n')) lines.push([])
    }
  return lines.filter((line) => line.length > 0)
}

function nodeOf({ text, type }: CodeToken): ElementContent {
  return type === undefined
    ? { type: 'text', value: text }
    : element('span', { className: [`t-${type}`] }, text)
}
