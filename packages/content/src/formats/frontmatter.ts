import { parse as parseToml, TomlError } from 'smol-toml'
import { readYaml } from '../read-yaml.ts'
import { lineAt } from './markdown/scan/scan-blocks.ts'

const LONGEST = 65_536
const GROUPS = /^[ \t{,"']*groups\b/m
const SIMPLE_LINE = /^([A-Za-z_][\w-]*):[ \t]+(?:"([^"\\]*)"|'([^']*)'|([A-Za-z/][^#:"'`\\]*))$/
const SPECIAL_WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i

export interface Frontmatter {
  data: Record<string, unknown>
  /** Offset where the Markdown begins. */
  bodyStart: number
  /** The frontmatter could not be read, and limits the page to groups. */
  mayHideGroups: boolean
  problem?: { line: number; column: number; message: string }
}

/** Reads the YAML between two `---` lines, or the TOML between two `+++` lines, at the start of a page. Never throws. */
export function readFrontmatter(source: string): Frontmatter {
  const start = source.charCodeAt(0) === 0xfeff ? 1 : 0
  const none = { data: {}, mayHideGroups: false }
  if (source.startsWith('+++', start)) return readTomlBlock(source, start) ?? { ...none, bodyStart: start }
  if (!source.startsWith('---', start)) return { ...none, bodyStart: start }
  const [firstEnd, yamlStart] = lineAt(source, start)
  if (source.slice(start + 3, firstEnd).trim() !== '') return { ...none, bodyStart: start }
  const close = /^---[ \t]*\r?$/gm
  close.lastIndex = yamlStart
  const match = close.exec(source)
  if (match === null) {
    // A rule at the top of a page looks alike; only what has keys was meant as frontmatter.
    if (!/^[\w-]+:\s/.test(source.slice(yamlStart, yamlStart + 200))) return { ...none, bodyStart: start }
    const message = 'The frontmatter is never closed: put a line with only --- after its last key.'
    const mayHideGroups = GROUPS.test(source.slice(yamlStart, yamlStart + LONGEST))
    return { data: {}, bodyStart: start, mayHideGroups, problem: { line: 1, column: 1, message } }
  }
  const bodyStart = lineAt(source, match.index)[1]
  const yaml = source.slice(yamlStart, match.index)
  const read = readYamlBlock(yaml)
  return { bodyStart, mayHideGroups: read.problem !== undefined && GROUPS.test(yaml), ...read }
}

/** Undefined for what only looks alike. */
function readTomlBlock(source: string, start: number): Frontmatter | undefined {
  const [firstEnd, tomlStart] = lineAt(source, start)
  const close = /^\+\+\+[ \t]*\r?$/gm
  close.lastIndex = tomlStart
  const match = close.exec(source)
  if (source.slice(start + 3, firstEnd).trim() !== '' || match === null) return undefined
  const toml = source.slice(tomlStart, match.index)
  const bodyStart = lineAt(source, match.index)[1]
  if (toml.length > LONGEST) {
    const message = `The frontmatter is longer than ${LONGEST} characters and was not read: shorten it.`
    return { data: {}, bodyStart, mayHideGroups: GROUPS.test(toml), problem: { line: 2, column: 1, message } }
  }
  try {
    return { data: parseToml(toml), bodyStart, mayHideGroups: false }
  } catch (error) {
    const { line = 1, column = 1 } = error instanceof TomlError ? error : {}
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    const message = `The frontmatter is not valid TOML: ${reason}.`
    return {
      data: {},
      bodyStart,
      mayHideGroups: GROUPS.test(toml),
      problem: { line: line + 1, column, message },
    }
  }
}

function readYamlBlock(yaml: string): Pick<Frontmatter, 'data' | 'problem'> {
  if (yaml.length > LONGEST) {
    const message = `The frontmatter is longer than ${LONGEST} characters and was not read: shorten it.`
    return { data: {}, problem: { line: 2, column: 1, message } }
  }
  const simple = readSimpleLines(yaml)
  if (simple !== undefined) return { data: simple }
  try {
    const data: unknown = readYaml(yaml)
    if (data === null || data === undefined) return { data: {} }
    if (typeof data !== 'object' || Array.isArray(data)) {
      const message = 'The frontmatter must be keys and values, such as "title: Quickstart".'
      return { data: {}, problem: { line: 2, column: 1, message } }
    }
    return { data: data as Record<string, unknown> }
  } catch (error) {
    return { data: {}, problem: yamlProblem(error) }
  }
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

function yamlProblem(error: unknown): { line: number; column: number; message: string } {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const place = hasLinePosition(error) ? error.linePos[0] : undefined
  const message = `The frontmatter is not valid YAML: ${reason.replace(/ at line \d+, column \d+:?$/, '')}.`
  return { line: (place?.line ?? 1) + 1, column: place?.col ?? 1, message }
}

function hasLinePosition(error: unknown): error is { linePos: [{ line: number; col: number }] } {
  return typeof error === 'object' && error !== null && 'linePos' in error && Array.isArray(error.linePos)
}
