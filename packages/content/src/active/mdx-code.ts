import type { SyntaxNode } from '@lezer/common'
import { newScanBudget, scanExpression } from '../formats/markdown/scan/scan-tag.ts'
import { parseScript, partsOf } from '../located/parse-script.ts'
import { unquote } from '../located/unquote.ts'
import { type ActivePart, activePart } from './active-part.ts'
import { importedModule, isInertModule } from './imported-module.ts'
import { calledName, isInertExpression, isInertNode } from './inert-script.ts'
import { OpenLines } from './open-lines.ts'

const STATEMENT = /^(?:import|export)(?=[\s{*"'])/gm
const HEADING_ID = /^\{#[\w.:-]+\}$/
/** Statements and expressions beyond these many count as code, unread. */
const MOST = 5_000

export interface MdxCode {
  parts: ActivePart[]
  /** The text without its statements. */
  rest: string
}

/**
 * What a page in MDX runs: imports and exports, and expressions that do more than name a value. A page that is only
 * Markdown is read the same way, because some generators take it for MDX; what is no JavaScript is prose there.
 */
export function mdxCode(file: string, text: string, isMdx: boolean): MdxCode {
  const parts: ActivePart[] = []
  let rest = ''
  let at = 0
  const budget = newScanBudget(text.length)
  for (const { index } of text.matchAll(STATEMENT)) {
    if (index < at) continue
    const { end, read } = statementEnd(text, index, budget.left)
    budget.left -= read
    const found =
      budget.left > 0
        ? statementParts(file, text, index, end, isMdx && startsBlock(text, index, at))
        : [activePart('export', text, index, end)]
    if (found === undefined) continue
    parts.push(...found)
    rest += text.slice(at, index) + text.slice(index, end).replace(/[^\n]/g, ' ')
    at = end
  }
  rest += text.slice(at)
  parts.push(...expressions(rest, isMdx))
  return { parts, rest }
}

function startsBlock(text: string, index: number, after: number): boolean {
  return (
    index === after || /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(Math.max(0, index - 200), index)) || index === 0
  )
}

/**
 * The first blank line at which all brackets are closed, or the first one if they never are.
 * @param most characters that may be read for it
 */
function statementEnd(text: string, start: number, most: number): { end: number; read: number } {
  let firstBlank: number | undefined
  let balance = 0
  let last = start
  // The line itself is always read: a statement without end must not stop the search for others.
  const limit = Math.min(text.length, start + Math.max(1, Math.min(most, 100_000)))
  for (let at = start; at < limit; ) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const line = text.slice(at, end)
    if (line.trim() === '') {
      if (balance <= 0) return { end: at, read: at - start }
      firstBlank ??= at
    }
    for (const [bracket] of line.matchAll(/[{}()[\]]/g)) balance += '{(['.includes(bracket) ? 1 : -1
    at = end + 1
    last = Math.min(at, text.length)
  }
  return { end: firstBlank ?? last, read: last - start }
}

function statementParts(
  file: string,
  text: string,
  start: number,
  end: number,
  isCertain: boolean,
): ActivePart[] | undefined {
  const source = text.slice(start, end)
  const whole = () => [activePart('export', text, start, end)]
  const tree = parseScript('page.jsx', source)
  if (tree === undefined) return whole()
  const parts: ActivePart[] = []
  for (const top of partsOf(tree.topNode)) {
    const part = (kind: 'import' | 'export', key?: string) =>
      activePart(kind, text, start + top.from, start + top.to, key)
    if (hasMistake(top)) return isCertain ? whole() : undefined
    if (!/^(?:Import|Export)Declaration$/.test(top.name)) {
      parts.push(part('export'))
      continue
    }
    const from = top.getChild('String')
    if (from !== null) {
      const module = importedModule(file, unquote(source.slice(from.from, from.to)))
      if (!isInertModule(module)) parts.push({ ...part('import', module), module })
      continue
    }
    if (top.name === 'ImportDeclaration') return isCertain ? whole() : undefined
    if (!isInertExport(source.slice(top.from, top.to))) parts.push(part('export'))
  }
  return parts
}

function hasMistake(node: SyntaxNode): boolean {
  if (node.type.isError) return true
  for (let part = node.firstChild; part; part = part.nextSibling) if (hasMistake(part)) return true
  return false
}

/** A constant that is a value: `export const metadata = { … }`. */
function isInertExport(written: string): boolean {
  const statement = written.trimEnd().replace(/;$/, '')
  const value = /^export\s+(?:default\s|const\s+[\w$]+\s*=(?![=>]))([\s\S]*)/.exec(statement)?.[1]
  return value !== undefined && isInertExpression(value)
}

function expressions(text: string, isMdx: boolean): ActivePart[] {
  const parts: ActivePart[] = []
  const budget = newScanBudget(text.length)
  const lines = new OpenLines(text)
  let count = 0
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    if (text[at - 1] === '\\') continue
    const end = scanExpression(text, at, text.length, budget)
    if (end === undefined) {
      if (isMdx) parts.push(activePart('expression', text, at, lines.end(at)))
      continue
    }
    const written = text.slice(at, end)
    const inside = written.slice(1, -1)
    const isRead = ++count <= MOST
    const isCode = isMdx
      ? !HEADING_ID.test(written) && !(isRead && isInertExpression(inside))
      : isRead && runsSomething(inside)
    if (isCode) {
      const key = calledName(inside) ?? written.replace(/\s+/g, ' ')
      parts.push(activePart('expression', text, at, end, key))
    }
    at = end - 1
  }
  return parts
}

/** Of a page that may be no MDX: an expression without mistakes that is more than a value. */
function runsSomething(inside: string): boolean {
  const source = `(${inside}\n)`
  const tree = parseScript('page.jsx', source)
  if (tree === undefined) return true
  let isInert = true
  let isValid = true
  tree.iterate({
    enter({ node }) {
      if (node.type.isError) isValid = false
      if (!isInertNode(node, source)) isInert = false
    },
  })
  return isValid && !isInert
}
