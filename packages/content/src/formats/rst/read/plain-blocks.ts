import { indentedBlock } from './indented-lines.ts'
import type { RstNode } from './rst-node.ts'

/** Reads lines that begin with `|`. @returns the number of the line behind them, as all of this file */
export function lineBlock(lines: readonly string[], from: number, nodes: RstNode[]): number {
  const found: string[] = []
  let at = from
  for (; at < lines.length && lines[at] !== ''; at += 1) {
    const line = lines[at] ?? ''
    if (/^\|(?: |$)/.test(line)) found.push(line.slice(2))
    else if (line.startsWith(' ')) found.push(`${found.pop() ?? ''} ${line.trim()}`)
    else break
  }
  nodes.push({ kind: 'lines', lines: found })
  return at
}

/** Reads a literal block behind `::`: one that is indented, or one whose lines all begin with the same mark. */
export function literalBlock(lines: readonly string[], from: number, nodes: RstNode[]): number {
  const at = afterBlanks(lines, from)
  const first = lines[at] ?? ''
  if (first.startsWith(' ')) {
    const { lines: inner, next } = indentedBlock(lines, at)
    nodes.push({ kind: 'literal', text: inner.join('\n') })
    return next
  }
  let next = at
  if (/^[!-/:-@[-`{-~]/.test(first)) while (lines[next]?.startsWith(first[0] ?? ' ')) next += 1
  if (next > at) nodes.push({ kind: 'literal', text: lines.slice(at, next).join('\n') })
  return next
}

/** The entries of a glossary: several terms in lines of their own may share a definition. */
export function glossaryEntries(lines: readonly string[]): { terms: string[]; body: string[] }[] {
  const entries: { terms: string[]; body: string[] }[] = []
  let terms: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (line.startsWith(' ')) {
      const { lines: body, next } = indentedBlock(lines, at)
      if (terms.length > 0) entries.push({ terms, body })
      terms = []
      at = next
    } else {
      if (line !== '' && !line.startsWith('.. ')) terms.push(line)
      at += 1
    }
  }
  return entries
}

export function afterBlanks(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at] === '') at += 1
  return at
}
