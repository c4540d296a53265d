import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import { yamlHazard } from '../located/read-yaml.ts'
import { normalizeSegments } from '../paths/page-path.ts'
import type { Problem, ProblemRule } from '../paths/problem.ts'

const DESCRIPTION_FILE = /\.(?:json|ya?ml)$/i
/** Of any version: a reader of descriptions says which it does not know. */
const VERSION = /^[ \t]{0,100}\{?[ \t]{0,100}["']?(?:openapi|swagger)["']?[ \t]{0,100}:[ \t]{0,100}["']?\d/m
const JSON_VERSION = /"(?:openapi|swagger)"\s{0,100}:\s{0,100}["']?\d/
const MOST_ALIASES = 1_000
/** Below these keys is data, not description: a `$ref` there is no reference. */
const DATA_KEYS = new Set(['example', 'default', 'const', 'enum'])

/** What the checks of a description must know of the files beside it. */
export interface OpenapiSite {
  /** Whether the repository has this file (posix, repository-relative). */
  hasFile(path: string): boolean
  /** Text of a file that the description refers to; undefined when it is not known: then only its existence counts. */
  readFile?(path: string): string | undefined
}

/** True for an OpenAPI or Swagger description, judged by name and content. */
export function isOpenapi(file: string, source: string): boolean {
  if (!DESCRIPTION_FILE.test(file)) return false
  return (/\.json$/i.test(file) ? JSON_VERSION : VERSION).test(source)
}

/** Files of the repository that a description refers to, each once. */
export function openapiReferences(source: string, file: string): string[] {
  const files = new Set<string>()
  if (yamlHazard(source, MOST_ALIASES) !== undefined) return []
  for (const { target } of references(parseDocument(source, { logLevel: 'silent', uniqueKeys: false }))) {
    const path = fileOf(target, file)
    if (path !== undefined && path !== file) files.add(path)
  }
  return [...files]
}

/** Holds an OpenAPI description (YAML or JSON) to what every tool needs of it: it parses, and each `$ref` resolves. */
export function checkOpenapi(source: string, file: string, site: OpenapiSite): Problem[] {
  const hazard = yamlHazard(source, MOST_ALIASES)
  if (hazard !== undefined) {
    const message = `The description cannot be read: ${hazard}.`
    return [{ file, line: 1, column: 1, rule: 'openapi-invalid', message, severity: 'error' }]
  }
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false })
  const problems: Problem[] = []
  const report = (offset: number, rule: ProblemRule, message: string) => {
    const { line, col } = lines.linePos(offset)
    problems.push({ file, line: line || 1, column: col || 1, rule, message, severity: 'error' })
  }
  for (const error of document.errors.slice(0, 10)) {
    const reason = error.message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '')
    report(error.pos[0], 'openapi-invalid', `The description cannot be read: ${reason}.`)
  }
  for (const offset of repeatedKeys(document).slice(0, 10 - problems.length))
    report(offset, 'openapi-invalid', 'The description cannot be read: Map keys must be unique.')
  if (problems.length === 0 && /\.json$/i.test(file)) {
    const reason = jsonError(source)
    if (reason !== undefined) report(0, 'openapi-invalid', `The description is not valid JSON: ${reason}.`)
  }
  if (problems.length > 0) return problems
  const others = new Map<string, Document | undefined>()
  for (const { target, offset } of references(document)) {
    const path = fileOf(target, file)
    if (path === undefined) continue
    const pointer = target.includes('#') ? target.slice(target.indexOf('#') + 1) : ''
    if (path !== file && !site.hasFile(path)) {
      report(offset, 'openapi-reference', `"${target}" leads to ${path}, which does not exist.`)
      continue
    }
    if (path !== file && !others.has(path)) {
      const text = site.readFile?.(path)
      others.set(
        path,
        text === undefined ? undefined : parseDocument(text, { logLevel: 'silent', uniqueKeys: false }),
      )
    }
    const where = path === file ? document : others.get(path)
    if (where === undefined || resolves(where, pointer)) continue
    const place = path === file ? 'this file' : path
    report(offset, 'openapi-reference', `"${target}" leads to ${pointer}, which ${place} does not have.`)
  }
  return problems
}

interface Reference {
  target: string
  offset: number
}

/** Every `$ref` with a text, in the order of the file. */
function references(document: Document): Reference[] {
  const found: Reference[] = []
  const walk = (node: unknown, inProperties: boolean, depth: number): void => {
    if (depth > 200) return
    if (isSeq(node)) for (const item of node.items) walk(item, false, depth + 1)
    if (!isMap(node)) return
    for (const pair of node.items) {
      if (!isPair(pair)) continue
      const key = isScalar(pair.key) ? String(pair.key.value) : ''
      if (key === '$ref' && !inProperties && isScalar(pair.value) && typeof pair.value.value === 'string')
        found.push({ target: pair.value.value, offset: pair.value.range?.[0] ?? 0 })
      else if (inProperties || !(DATA_KEYS.has(key) || key.startsWith('x-')))
        walk(pair.value, !inProperties && key === 'properties', depth + 1)
    }
  }
  walk(document.contents, false, 0)
  return found
}

/** The file that a reference names; undefined when it leaves the repository. */
function fileOf(target: string, file: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return undefined
  const [path = ''] = target.split('#', 1)
  if (path === '') return file
  return normalizeSegments(`${file.split('/').slice(0, -1).join('/')}/${decode(path)}`)
}

/** RFC 6901, in a fragment: percent-encoded, then `~1` is `/` and `~0` is `~`. */
function resolves(document: Document, pointer: string): boolean {
  if (pointer === '' || pointer === '/') return true
  // An anchor of JSON Schema names a place by `$anchor`; it is not looked up.
  if (!pointer.startsWith('/')) return true
  let node: unknown = document.contents
  for (const part of decode(pointer).slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (isAlias(node)) node = (node as { resolve(document: Document): Node | undefined }).resolve(document)
    if (isSeq(node)) node = node.items[Number(key)]
    else if (isMap(node)) {
      const pair = node.items.find((each) => String(isScalar(each.key) ? each.key.value : each.key) === key)
      // What a merge key brings in is not followed.
      if (pair === undefined) return node.items.some((each) => isScalar(each.key) && each.key.value === '<<')
      node = pair.value
    } else return false
    if (node === undefined) return false
  }
  return true
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

function jsonError(source: string): string | undefined {
  try {
    JSON.parse(source.replace(/^\ufeff/, ''))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  }
}

/** Where keys stand that their mapping has already. The parser would compare each with each. */
function repeatedKeys(document: Document): number[] {
  const offsets: number[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) offsets.push(key.range?.[0] ?? 0)
        seen.add(key.value)
      }
    },
  })
  return offsets
}
