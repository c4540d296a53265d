import type { CpuBudget } from '@docent/content'
import { type Code, type CodeSymbol, readCode } from '../syntax/read-code.ts'
import { EVERYDAY } from '../text/everyday.ts'
import type { ChangedFile, ChangedName, ChangedNames } from './code-change.ts'

/** What people write to use a program: a flag, a variable, a route, a key, a value of a setting. */
const LITERAL = /^(?:--?[a-z][\w-]*|[A-Z][A-Z\d]*_[A-Z\d_]*|[a-z][\w.-]{3,}|\/[\w{}:$*./-]+)$/
/** Tags of Go: `yaml:"name,omitempty"`. */
const TAG = /\b(?:yaml|json|toml|env|mapstructure|long|name|description|form|query):\\?"([\w.-]{1,80})/g
/** Texts that only users write. */
const OPTION = /^(?:--[a-z][\w-]*|[A-Z][A-Z\d]*_[A-Z\d_]+)$/
/** Names of what only tests and builds use. */
const INTERNAL = /(?:^|[_-])(?:test|tests|mock|internal|debug)(?:[_-]|$)/i
const LONGEST_LITERAL = 80
/** A sentence that users read. */
const WORDS_OF_MESSAGE = 3
const AROUND = 12
const MOST_AROUND = 60
const WORDS_OF_LINE = /[A-Za-z_$][\w$]*(?:[-.][A-Za-z_][\w]*)*/g

/** Names that others can use and that a file declares, says, or no longer has after a change. */
export function changedNames(file: ChangedFile, budget?: CpuBudget): ChangedNames {
  const before = file.before === undefined ? undefined : readCode(file.path, file.before, budget)
  const after = file.after === undefined ? undefined : readCode(file.path, file.after, budget)
  const lines = { removed: new Set<number>(), added: new Set<number>() }
  for (const { oldStart, removed, newStart, added } of file.hunks) {
    for (let at = 0; at < removed.length; at++) lines.removed.add(oldStart - 1 + at)
    for (let at = 0; at < added.length; at++) lines.added.add(newStart - 1 + at)
  }
  const found = [...symbolChanges(file.path, before, after), ...literalChanges(file, before, after, lines)]
  const { hunks } = file
  const old = hunks.map(({ oldStart, removed }) => ({ start: oldStart, lines: removed.length }))
  const now = hunks.map(({ newStart, added }) => ({ start: newStart, lines: added.length }))
  const places = { old: placesOf(before, old), now: placesOf(after, now) }
  const names = found.map((name) => ({
    ...name,
    place: places[name.change === 'removed' ? 'old' : 'now'].get(name.line) ?? '',
  }))
  const said = [...messagesAt(before, lines.removed), ...messagesAt(after, lines.added)]
  let codeLines = 0
  let commentLines = 0
  const count = (code: Code | undefined, numbers: ReadonlySet<number>, texts: readonly string[]) => {
    let at = 0
    for (const number of numbers) {
      const text = texts[at++]?.trim() ?? ''
      if (text === '') continue
      if (code?.commentLines.has(number)) {
        commentLines++
        said.push(text)
      } else codeLines++
    }
  }
  count(
    before,
    lines.removed,
    file.hunks.flatMap(({ removed }) => removed),
  )
  count(
    after,
    lines.added,
    file.hunks.flatMap(({ added }) => added),
  )
  return { names, around: namesAround(file, before, after, lines), said, codeLines, commentLines }
}

type FoundName = Omit<ChangedName, 'place'>

/** What each line belongs to: the outermost declaration around it, or else the lines that changed with it. */
function placesOf(code: Code | undefined, hunks: readonly { start: number; lines: number }[]) {
  const places = new Map<number, string>()
  let end = 0
  for (const { name, from, to } of code?.ranges ?? []) {
    if (from < end) continue
    end = to + 1
    for (let line = from; line <= to; line++) places.set(line + 1, name)
  }
  for (const [at, { start, lines }] of hunks.entries())
    for (let line = start; line < start + lines; line++) if (!places.has(line)) places.set(line, `@${at}`)
  return places
}

function symbolChanges(path: string, before: Code | undefined, after: Code | undefined): FoundName[] {
  const old = byPath(before)
  const now = byPath(after)
  const found: FoundName[] = []
  const add = (symbol: CodeSymbol, change: ChangedName['change']) => {
    const { name, line, isOption } = symbol
    if (INTERNAL.test(name)) return
    found.push({ name, change, kind: isOption ? 'option' : 'symbol', file: path, line: line + 1 })
  }
  for (const [key, symbol] of now) {
    if (symbol.isHidden) continue
    const was = old.get(key)
    if (was === undefined || was.isHidden) add(symbol, 'added')
    else if (was.signature !== symbol.signature) add(symbol, 'changed')
    else if (was.comment !== symbol.comment) add(symbol, 'described')
  }
  for (const [key, symbol] of old)
    if (!symbol.isHidden && (now.get(key)?.isHidden ?? true)) add(symbol, 'removed')
  return found
}

function byPath(code: Code | undefined): Map<string, CodeSymbol> {
  return new Map((code?.symbols ?? []).map((symbol) => [symbol.path, symbol]))
}

interface Lines {
  readonly removed: ReadonlySet<number>
  readonly added: ReadonlySet<number>
}

function literalChanges(
  file: ChangedFile,
  before: Code | undefined,
  after: Code | undefined,
  lines: Lines,
): FoundName[] {
  const old = literalsOf(before)
  const now = literalsOf(after)
  const found: FoundName[] = []
  const add = (name: string, change: ChangedName['change'], { line, isOption }: Literal) =>
    void found.push({ name, change, kind: isOption ? 'option' : 'literal', file: file.path, line: line + 1 })
  for (const [name, literal] of now)
    if (!old.has(name) && lines.added.has(literal.line)) add(name, 'added', literal)
  for (const [name, literal] of old)
    if (!now.has(name) && lines.removed.has(literal.line)) add(name, 'removed', literal)
  return found
}

interface Literal {
  readonly line: number
  readonly isOption: boolean
}

function literalsOf(code: Code | undefined): Map<string, Literal> {
  const found = new Map<string, Literal>()
  const add = (name: string, line: number, isOption: boolean) => {
    if (!found.has(name) && !INTERNAL.test(name)) found.set(name, { line, isOption })
  }
  for (const { text, line } of code?.strings ?? []) {
    if (text.length > 400) continue
    for (const [, name = ''] of text.matchAll(TAG)) add(name, line, true)
    if (text.length <= LONGEST_LITERAL && LITERAL.test(text) && !EVERYDAY.has(text))
      add(text, line, OPTION.test(text))
  }
  return found
}

function messagesAt(code: Code | undefined, lines: ReadonlySet<number>): string[] {
  return (code?.strings ?? []).flatMap(({ text, line }) =>
    lines.has(line) && text.trim().split(/\s+/).length >= WORDS_OF_MESSAGE ? [text] : [],
  )
}

/** Names of declarations that a change is in, and those beside it: a new member joins members that pages may have. */
function namesAround(
  file: ChangedFile,
  before: Code | undefined,
  after: Code | undefined,
  lines: Lines,
): string[] {
  const found = new Set<string>()
  const near = (code: Code | undefined, changed: ReadonlySet<number>) => {
    if (code === undefined) return
    const sorted = [...changed].sort((a, b) => a - b)
    const isNear = (from: number, to: number) => {
      let low = 0
      let high = sorted.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((sorted[middle] ?? 0) < from) low = middle + 1
        else high = middle
      }
      return (sorted[low] ?? Number.POSITIVE_INFINITY) <= to
    }
    for (const { name, from, to } of code.ranges) if (isNear(from, to)) found.add(name)
    for (const { text, line } of code.strings)
      if (text.length <= LONGEST_LITERAL && isNear(line - AROUND, line + AROUND)) {
        if (LITERAL.test(text)) found.add(text)
        for (const [, name = ''] of text.matchAll(TAG)) found.add(name)
      }
    for (const { name, line } of code.symbols) if (isNear(line - AROUND, line + AROUND)) found.add(name)
  }
  near(after, lines.added)
  near(before, lines.removed)
  if (before === undefined && after === undefined)
    for (const { added, removed } of file.hunks)
      for (const line of [...added, ...removed])
        for (const word of line.slice(0, 400).match(WORDS_OF_LINE) ?? []) found.add(word)
  return [...found].slice(0, MOST_AROUND * Math.max(1, file.hunks.length))
}
