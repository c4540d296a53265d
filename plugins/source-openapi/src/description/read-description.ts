import { isOpenapi, readYaml } from '@docent/content'
import { besideFile, Description, isElsewhere } from './description.ts'
import { isRecord } from './values.ts'

/** Of one description and all that it refers to, directly or not: files and characters. */
const MOST_FILES = 20_000
const LONGEST = 64_000_000
const MOST_ALIASES = 1_000
const JSON_FILE = /\.json$/i

/**
 * The OpenAPI description in a file, with what it refers to; undefined for other data.
 *
 * @param textOf text of a data file; undefined for one that is not there
 * @throws Error for a description that cannot be read.
 */
export function readDescription(
  file: string,
  textOf: (file: string) => string | undefined,
): Description | undefined {
  if (!isOpenapi(file, textOf(file) ?? '')) return undefined
  const documents = new Map<string, unknown>()
  const unread = new Map<string, string>()
  const queue = new Set([file])
  let left = LONGEST
  for (const path of queue) {
    const text = textOf(path)
    if (text === undefined) continue
    left -= text.length
    if (left < 0 || documents.size >= MOST_FILES)
      throw new RangeError(
        `With the files that it refers to, it has more than ${LONGEST} characters or ${MOST_FILES} files`,
      )
    try {
      documents.set(path, readData(path, text))
    } catch (error) {
      if (path === file) throw error
      unread.set(path, error instanceof Error ? error.message : String(error))
    }
    for (const target of filesNamedIn(documents.get(path), path)) queue.add(target)
    if (path === file && !isDescription(documents.get(path))) return undefined
  }
  const description = new Description(file, documents, textOf)
  for (const [path, reason] of unread) description.report(path, `The file could not be read: ${reason}`)
  return description
}

function readData(path: string, text: string): unknown {
  if (!JSON_FILE.test(path)) return readYaml(text, { longest: LONGEST, mostAliases: MOST_ALIASES })
  return JSON.parse(text.replace(/^\ufeff/, ''))
}

/** @throws Error for a version that is not read. */
function isDescription(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { openapi, swagger } = value
  if (openapi === undefined && swagger === undefined) return false
  if (/^3(?:\.|$)/.test(String(openapi)) || /^2(?:\.|$)/.test(String(swagger))) return true
  const version = openapi === undefined ? `Swagger ${swagger}` : `OpenAPI ${openapi}`
  throw new Error(`It is ${version}, and Docent reads OpenAPI 3 and Swagger 2`)
}

/** The files that a document refers to. */
function filesNamedIn(document: unknown, file: string): Set<string> {
  const files = new Set<string>()
  const stack = [document]
  // Aliases of YAML let one value stand in many places.
  const looked = new Set<unknown>()
  const take = (reference: unknown) => {
    if (typeof reference !== 'string' || reference.startsWith('#') || isElsewhere(reference)) return
    files.add(besideFile(reference.split('#', 1)[0] ?? '', file))
  }
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null || looked.has(value)) continue
    looked.add(value)
    for (const [key, each] of Object.entries(value)) {
      if (key === '$ref') take(each)
      else if (key === 'mapping' && isRecord(each)) for (const target of Object.values(each)) take(target)
      if (typeof each === 'object' && each !== null) stack.push(each)
    }
  }
  return files
}
