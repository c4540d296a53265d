import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readYaml } from '@docent/content'

/** What a description publishes, counted without Docent's reader of descriptions. */
export interface Counted {
  /** Absolute paths of the file and of all that it refers to. */
  files: string[]
  /** `GET /users`, or `WEBHOOK name`. */
  operations: string[]
  /** As text, each once, with the first field or parameter that allows it. */
  values: Map<string, string>
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
/** Below these keys is data, not description. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum', 'required'])
const LONGEST = 100_000_000

type Json = Readonly<Record<string, unknown>>

/** @throws Error for a file that cannot be read. */
export function countDescription(file: string): Counted {
  const root = resolve(file)
  const documents = new Map<string, unknown>()
  const files = new Set([root])
  for (const path of files) {
    documents.set(path, read(path))
    for (const target of referencesIn(documents.get(path))) {
      const [name = ''] = target.split('#', 1)
      if (name !== '' && !/^[a-z]+:/i.test(name)) files.add(resolve(dirname(path), name))
    }
  }
  const values = new Map<string, string>()
  for (const part of publishedParts(documents, root)) valuesIn(part, false, '', values)
  const main = objectOf(documents.get(root))
  const at = { documents, file: root }
  return {
    files: [...files],
    operations: [
      ...operationsIn(objectOf(main.paths), at),
      ...[main.webhooks, main['x-webhooks']].flatMap((webhooks) =>
        operationsIn(objectOf(webhooks), at).map((name) => name.replace(/^\S+/, 'WEBHOOK')),
      ),
    ],
    values,
  }
}

/** The description, and each part of another file that it leads to: what else these files hold, nobody publishes. */
function publishedParts(documents: ReadonlyMap<string, unknown>, root: string): Set<unknown> {
  const files = new Map<unknown, string>([[documents.get(root), root]])
  for (const [part, file] of files)
    for (const $ref of referencesIn(part)) {
      const [name = ''] = $ref.split('#', 1)
      const target = name === '' ? file : resolve(dirname(file), name)
      const value = resolved({ $ref }, { documents, file })
      // Within the description, everything counts already.
      if (target !== root && typeof value === 'object' && !files.has(value)) files.set(value, target)
    }
  return new Set(files.keys())
}

function operationsIn(paths: Json, at: { documents: ReadonlyMap<string, unknown>; file: string }): string[] {
  return Object.entries(paths).flatMap(([path, written]) => {
    const item = objectOf(resolved(written, at))
    if (path.startsWith('x-') || item['x-internal'] === true) return []
    const additional = objectOf(item.additionalOperations)
    return [...Object.entries(item).filter(([key]) => METHODS.has(key)), ...Object.entries(additional)]
      .filter(([, operation]) => objectOf(resolved(operation, at))['x-internal'] !== true)
      .map(([method]) => `${method.toUpperCase()} ${path}`)
  })
}

function resolved(
  value: unknown,
  { documents, file }: { documents: ReadonlyMap<string, unknown>; file: string },
) {
  const { $ref } = objectOf(value)
  if (typeof $ref !== 'string') return value
  const [name = '', pointer = ''] = $ref.split('#')
  let found = documents.get(name === '' ? file : resolve(dirname(file), name))
  for (const part of pointer.split('/').slice(1))
    found = objectOf(found)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  return found
}

/** @param isMap whether the keys are names of fields or schemas, not keywords */
function valuesIn(value: unknown, isMap: boolean, field: string, values: Map<string, string>): void {
  if (Array.isArray(value)) for (const each of value) valuesIn(each, false, field, values)
  const object = objectOf(value)
  if (!isMap && object['x-internal'] === true) return
  const own = !isMap && typeof object.name === 'string' ? object.name : field
  for (const each of isMap || !Array.isArray(object.enum) ? [] : object.enum)
    if (typeof each === 'string' || typeof each === 'number') {
      const text = String(each).replace(/\s+/g, ' ')
      values.set(text, values.get(text) ?? own)
    }
  for (const [key, each] of Object.entries(object)) {
    const isMapBelow = !isMap && (key === 'properties' || key === 'schemas' || key === 'x-webhooks')
    if (isMap || isMapBelow || !(DATA.has(key) || key.startsWith('x-')))
      valuesIn(each, isMapBelow, isMap ? key : own, values)
  }
}

function referencesIn(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found
  const { $ref } = value as Json
  if (typeof $ref === 'string') found.push($ref)
  for (const each of Object.values(value)) referencesIn(each, found)
  return found
}

function read(path: string): unknown {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) return JSON.parse(text)
  return readYaml(text, { longest: LONGEST, mostAliases: 10_000 })
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
