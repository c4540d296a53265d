import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readYaml } from '@docent/content'

/** What a description publishes, counted without Docent's reader of descriptions. */
export interface Counted {
  /** Absolute paths of the file and of all that it refers to. */
  files: string[]
  /** `GET /users`, or `WEBHOOK name`. */
  operations: string[]
  /** As text, each once, with the first place that allows it. */
  values: Map<string, AllowedAt>
}

/** How readers name a value beside itself; '' for what it has not. */
export interface AllowedAt {
  /** Or parameter. */
  field: string
  /** What the first operation with it is for, or the name of its schema. */
  of: string
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
/** Below these keys is data, not description. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum', 'required'])
const LONGEST = 100_000_000

type Json = Readonly<Record<string, unknown>>

interface Place {
  documents: ReadonlyMap<string, unknown>
  file: string
}

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
  const main = objectOf(documents.get(root))
  const at = { documents, file: root }
  const owners = ownersOf(main, at)
  const values = new Map<string, AllowedAt>()
  for (const part of publishedParts(documents, root))
    valuesIn(part, false, { field: '', of: '' }, { values, owners })
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

/** What the first operation that leads to each part is for. */
function ownersOf(main: Json, at: Place): Map<unknown, string> {
  const owners = new Map<unknown, string>()
  for (const item of [main.paths, main.webhooks, main['x-webhooks']].flatMap((paths) =>
    Object.values(objectOf(paths)),
  ))
    for (const operation of Object.values(objectOf(resolved(item, at)))) {
      const { summary, operationId } = objectOf(operation)
      const name = summary ?? operationId
      if (typeof name === 'string') own(operation, name, placeOf(item, at), owners)
    }
  return owners
}

function own(value: unknown, name: string, at: Place, owners: Map<unknown, string>): void {
  if (typeof value !== 'object' || value === null || owners.has(value)) return
  owners.set(value, name)
  for (const each of Object.values(value)) own(each, name, at, owners)
  own(resolved(value, at), name, placeOf(value, at), owners)
}

/** Where what a reference leads to is. */
function placeOf(value: unknown, { documents, file }: Place): Place {
  const { $ref } = objectOf(value)
  const [name = ''] = typeof $ref === 'string' ? $ref.split('#', 1) : []
  return { documents, file: name === '' ? file : resolve(dirname(file), name) }
}

function operationsIn(paths: Json, at: Place): string[] {
  return Object.entries(paths).flatMap(([path, written]) => {
    const item = objectOf(resolved(written, at))
    if (path.startsWith('x-') || item['x-internal'] === true) return []
    const additional = objectOf(item.additionalOperations)
    return [...Object.entries(item).filter(([key]) => METHODS.has(key)), ...Object.entries(additional)]
      .filter(([, operation]) => objectOf(resolved(operation, at))['x-internal'] !== true)
      .map(([method]) => `${method.toUpperCase()} ${path}`)
  })
}

function resolved(value: unknown, { documents, file }: Place): unknown {
  const { $ref } = objectOf(value)
  if (typeof $ref !== 'string') return value
  const [name = '', pointer = ''] = $ref.split('#')
  let found = documents.get(name === '' ? file : resolve(dirname(file), name))
  for (const part of pointer.split('/').slice(1))
    found = objectOf(found)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  return found
}

/** @param isMap whether the keys are names of fields or schemas, not keywords */
function valuesIn(
  value: unknown,
  isMap: boolean,
  { field, of }: AllowedAt,
  found: { values: Map<string, AllowedAt>; owners: ReadonlyMap<unknown, string> },
): void {
  if (Array.isArray(value)) for (const each of value) valuesIn(each, false, { field, of }, found)
  const object = objectOf(value)
  if (!isMap && object['x-internal'] === true) return
  const own = {
    field: !isMap && typeof object.name === 'string' ? object.name : field,
    of: found.owners.get(value) ?? of,
  }
  for (const each of isMap || !Array.isArray(object.enum) ? [] : object.enum)
    if (typeof each === 'string' || typeof each === 'number') {
      const text = String(each).replace(/\s+/g, ' ')
      found.values.set(text, found.values.get(text) ?? own)
    }
  for (const [key, each] of Object.entries(object)) {
    const isMapBelow = !isMap && (key === 'properties' || key === 'schemas' || key === 'x-webhooks')
    if (isMap || isMapBelow || !(DATA.has(key) || key.startsWith('x-')))
      valuesIn(each, isMapBelow, isMap ? { field: key, of: own.of || key } : own, found)
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
