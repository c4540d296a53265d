import { parse as parseToml, TomlError } from 'smol-toml'
import { lineAt } from '../../located/line-index.ts'
import { readYaml } from '../../located/read-yaml.ts'

const LONGEST = 65_536
const SIMPLE_LINE = /^([A-Za-z_][\w-]*):[ \t]+(?:"([^"\\]*)"|'([^']*)'|([A-Za-z/][^#:"'`\\]*))$/
const SPECIAL_WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i
const CLOSED_TO_ALL = 'Until you fix it, readers do not see the page.'
/** Words for readers: no text that stands here hides a page or limits it to groups. */
const WORDS =
  /^(?:title|linkTitle|sidebar(?:Title|_label)|nav_title|description|summary|excerpt|tagline|subtitle)$/

export interface Frontmatter {
  data: Record<string, unknown>
  /** Offset where the Markdown begins. */
  bodyStart: number
  problem?: { line: number; column: number; message: string }
  /** Whether the page is hidden, a draft, or limited to groups is unknown, so nobody may see it. */
  closesPage?: true
}

type Read = Omit<Frontmatter, 'bodyStart'>

/** The language that may stand behind the opening mark: https://github.com/jonschlinkert/gray-matter. */
const READERS: Readonly<Record<string, (text: string) => Read>> = {
  '': readYamlBlock,
  yaml: readYamlBlock,
  yml: readYamlBlock,
  toml: readTomlBlock,
  json: readJsonBlock,
}

/**
 * Reads the YAML between two `---` lines, the TOML between two `+++` lines, or the JSON object at the start of a page.
 * Never throws.
 */
export function readFrontmatter(source: string): Frontmatter {
  const start = source.charCodeAt(0) === 0xfeff ? 1 : 0
  const none = { data: {}, bodyStart: start }
  if (source.startsWith('+++', start)) return fenced(source, start, '+++') ?? none
  if (source.startsWith('---', start)) return fenced(source, start, '---') ?? none
  return /^\{\s*["}]/.test(source.slice(start, start + 100)) ? objectAt(source, start) : none
}

/** Undefined for what only looks alike. */
function fenced(source: string, start: number, mark: '---' | '+++'): Frontmatter | undefined {
  const [firstEnd, textStart] = lineAt(source, start)
  const language = source.slice(start + mark.length, firstEnd).trim()
  if (!/^[a-z]{0,20}$/i.test(language)) return undefined
  // YAML ends a document with dots as well, and Python-Markdown and Pandoc read that.
  const close = mark === '---' ? /^(?:---|\.\.\.)[ \t]*\r?$/gm : /^\+\+\+[ \t]*\r?$/gm
  close.lastIndex = textStart
  const match = close.exec(source)
  if (match === null) {
    // A rule at the top of a page looks alike; only what has keys was meant as frontmatter.
    if (!hasKeys(source.slice(textStart, textStart + LONGEST), mark)) return undefined
    const message = `The frontmatter is never closed: put a line with only ${mark} after its last key. ${CLOSED_TO_ALL}`
    return { data: {}, bodyStart: start, problem: { line: 1, column: 1, message }, closesPage: true }
  }
  const bodyStart = lineAt(source, match.index)[1]
  const read = mark === '+++' ? readTomlBlock : READERS[language.toLowerCase()]
  if (read === undefined)
    return { bodyStart, ...unreadable(`is written in ${language}, which is not read: write it in YAML`) }
  return { bodyStart, ...readBlock(source.slice(textStart, match.index), read) }
}

/** Whether the first line that says anything is a key. */
function hasKeys(text: string, mark: '---' | '+++'): boolean {
  const key = mark === '---' ? /^["']?[\w-]+["']?[ \t]*:(?:\s|$)/ : /^["']?[\w-]+["']?[ \t]*=/
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  return first !== undefined && key.test(first.slice(0, 200))
}

function objectAt(source: string, start: number): Frontmatter {
  const end = objectEnd(source, start)
  if (end === undefined) return { bodyStart: start, ...unreadable('is JSON that is never closed', 1) }
  return { bodyStart: end, ...readBlock(source.slice(start, end), readJsonBlock) }
}

/** Where the braces that open here are closed. */
function objectEnd(source: string, start: number): number | undefined {
  let depth = 0
  let isText = false
  const last = Math.min(source.length, start + LONGEST + 1)
  for (let at = start; at < last; at++) {
    const character = source[at]
    if (isText) {
      if (character === '\\') at++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return undefined
}

/** To show a page, several ask what it says of itself, one after the other: it is read once. */
let last: { text: string; read: (text: string) => Read; said: Read } | undefined

function readBlock(text: string, read: (text: string) => Read): Read {
  if (text.length > LONGEST)
    return unreadable(`is longer than ${LONGEST} characters and was not read: shorten it`)
  if (last?.text !== text || last.read !== read) last = { text, read, said: read(text) }
  return { ...last.said, data: { ...last.said.data } }
}

function readTomlBlock(toml: string): Read {
  try {
    return { data: parseToml(toml) }
  } catch (error) {
    const { line = 1, column = 1 } = error instanceof TomlError ? error : {}
    return unreadable(`is not valid TOML: ${reasonOf(error)}`, line + 1, column)
  }
}

function readJsonBlock(json: string): Read {
  try {
    return keysOf(JSON.parse(json))
  } catch (error) {
    return unreadable(`is not valid JSON: ${reasonOf(error)}`, 1)
  }
}

function readYamlBlock(yaml: string): Read {
  const simple = readSimpleLines(yaml)
  if (simple !== undefined) return { data: simple }
  try {
    return keysOf(readYaml(yaml))
  } catch (error) {
    const place = hasLinePosition(error) ? error.linePos[0] : undefined
    const reason = reasonOf(error).replace(/ at line \d+, column \d+:?$/, '')
    const what = `is not valid YAML: ${reason}`
    const [line, column] = [(place?.line ?? 1) + 1, place?.col ?? 1]
    const data = readLines(yaml)
    if (data === undefined) return unreadable(what, line, column)
    const message = `The frontmatter ${what}. Titles and descriptions are taken as they stand: put quotes around them.`
    return { data, problem: { line, column, message } }
  }
}

function keysOf(data: unknown): Read {
  if (data === null || data === undefined) return { data: {} }
  if (typeof data === 'object' && !Array.isArray(data)) return { data: data as Record<string, unknown> }
  return unreadable('must be keys and values, such as "title: Quickstart"')
}

function unreadable(what: string, line = 2, column = 1): Read {
  const message = `The frontmatter ${what}. ${CLOSED_TO_ALL}`
  return { data: {}, problem: { line, column, message }, closesPage: true }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/[.:]$/, '') : String(error)
}

/** Most frontmatter is `key: text` lines; reading them directly is thirty times faster than a YAML parse. */
function readSimpleLines(yaml: string): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = {}
  for (const line of yaml.split('\n')) {
    if (line.trim() === '') continue
    const match = SIMPLE_LINE.exec(line.trimEnd())
    const key = match?.[1]
    if (match === null || key === undefined || key === '__proto__' || Object.hasOwn(data, key))
      return undefined
    const plain = match[4]
    if (plain !== undefined && SPECIAL_WORDS.test(plain)) {
      if (plain !== 'true' && plain !== 'false') return undefined
      data[key] = plain === 'true'
    } else data[key] = match[2] ?? match[3] ?? plain
  }
  return data
}

/** What stands in lines of their own, where all that is no YAML are words, such as `title: {#if …}` or `title: Why: …`. */
function readLines(yaml: string): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = {}
  for (const line of yaml.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, key, value = ''] = /^([A-Za-z_][\w-]*):(?:[ \t](.*))?$/.exec(line.trimEnd()) ?? []
    if (key === undefined || key === '__proto__' || Object.hasOwn(data, key)) return undefined
    try {
      Object.assign(data, readYaml(line))
    } catch {
      if (!WORDS.test(key) || goesOn(value.trimStart())) return undefined
      data[key] = value.trimStart()
    }
  }
  return data
}

/** Whether the lines below may belong to it. */
function goesOn(value: string): boolean {
  const count = (marks: RegExp) => value.match(marks)?.length ?? 0
  return /^["'|>]/.test(value) || count(/[[{]/g) !== count(/[\]}]/g)
}

function hasLinePosition(error: unknown): error is { linePos: [{ line: number; col: number }] } {
  return typeof error === 'object' && error !== null && 'linePos' in error && Array.isArray(error.linePos)
}
