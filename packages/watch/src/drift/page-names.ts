import { CpuBudget, extractNames, type NameKind } from '@docent/content'
import { keyOf } from '../text/terms.ts'

/** A name on a page that code may have or not. */
export interface NameOnPage {
  readonly page: string
  /** 1-based. */
  readonly line: number
  readonly name: string
  /** Its parts, each as a key. */
  readonly keys: readonly string[]
}

/** Kinds of names that code can prove. */
const KINDS: ReadonlySet<NameKind> = new Set(['flag', 'env', 'call', 'key', 'error-code', 'file', 'route'])
const IGNORE = /\bdrift-ignore\b(?:[ \t]*:[ \t]*([^\n]*))?/
const IGNORE_PAGE = /\bdrift-ignore-page\b/
/** What tells of the past has old names on purpose. */
const PAST =
  /\b(?:deprecat\w*|remov(?:ed|al)|no longer|renamed|formerly|previously|replaced|legacy|was called|used to|obsolete|discontinued|before v?\d|prior to|until v?\d|since v?\d)\b/i
const PAST_PAGE =
  /migrat|upgrad|breaking|deprecat|whats-?new|changelog|release|history|blog|news|roadmap|\brfc|\badr|archive|version[-_]/i
const HEADING = /^(#{1,6}|={1,6})[ \t]+(\S.*)$/
const SHORTEST = 4
/** A plain word may mean anything, unless it is long. */
const PLAIN = /^\p{Ll}{1,9}$/u
/** CPU time that one page may take, ms. */
const PAGE_MS = 200

/** True for a page that tells of the past as a whole. */
export function isPastPage(path: string): boolean {
  return PAST_PAGE.test(path)
}

/** The names of a page that the code should have. Leaves out lines and sections that tell of the past. */
export function namesOnPage(page: string, text: string): NameOnPage[] {
  if (IGNORE_PAGE.test(text.slice(0, 2_000))) return []
  const lines = text.split('\n')
  const starts: number[] = []
  let at = 0
  for (const line of lines) {
    starts.push(at)
    at += line.length + 1
  }
  const ignored = ignoredLines(lines)
  const found: NameOnPage[] = []
  const seen = new Set<string>()
  let line = 0
  for (const { text: name, kind, start } of extractNames(text, undefined, {
    budget: new CpuBudget(PAGE_MS),
  })) {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= start) line++
    while (line > 0 && (starts[line] ?? 0) > start) line--
    if (!KINDS.has(kind) || name.startsWith('.') || seen.has(name) || isIgnored(ignored.get(line), name))
      continue
    const parts = name.split(/[./:#()[\]{}<>=,\s]+/).filter((part) => kind === 'flag' || !PLAIN.test(part))
    const keys = parts.map(keyOf).filter((key) => key.length >= SHORTEST)
    if (keys.length === 0) continue
    seen.add(name)
    found.push({ page, line: line + 1, name, keys })
  }
  return found
}

/** Names that are ignored by line; undefined in the set for all of them. */
type Ignored = ReadonlySet<string | undefined>

function isIgnored(ignored: Ignored | undefined, name: string): boolean {
  return ignored !== undefined && (ignored.has(undefined) || ignored.has(name))
}

function ignoredLines(lines: readonly string[]): Map<number, Ignored> {
  const ignored = new Map<number, Ignored>()
  let pastBelow = 0
  for (const [at, line] of lines.entries()) {
    const [, marks, title = ''] = HEADING.exec(line) ?? []
    if (marks !== undefined && (pastBelow === 0 || marks.length <= pastBelow))
      pastBelow = PAST.test(title) ? marks.length : 0
    if (pastBelow > 0 || PAST.test(line)) ignored.set(at, new Set([undefined]))
    const marker = IGNORE.exec(line)
    if (marker === null) continue
    const named = (marker[1] ?? '').split(/[\s,]+/).filter((word) => /[\p{L}\p{N}_]/u.test(word))
    const names = new Set<string | undefined>(named.length > 0 ? named : [undefined])
    // A marker stands at the end of its line, or alone on the line above.
    const isAlone = line.slice(0, marker.index).replace(/[^\p{L}\p{N}]+/gu, '') === ''
    ignored.set(isAlone ? at + 1 : at, names)
  }
  return ignored
}
