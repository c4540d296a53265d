import { decodeTarget } from '@docent/content'
import { normalizePath } from './file-path.ts'
import { decodePart, encodePart } from './pointer.ts'
import { isRecord, type Json, objectOf, textOf } from './values.ts'

/** Something in a description that Docent cannot use. */
export interface DescriptionProblem {
  file: string
  message: string
}

const MOST_PROBLEMS = 100
/** References that lead to nothing but references. */
const MOST_HOPS = 50

/** An OpenAPI description with the files it refers to, and a way through their references. */
export class Description {
  /** Repository-relative, posix. */
  readonly file: string
  readonly root: Json
  readonly #documents: ReadonlyMap<string, unknown>
  readonly #textOf: (file: string) => string | undefined
  readonly #problems = new Map<string, DescriptionProblem>()
  /** By the file and the reference in it. */
  readonly #followed = new Map<string, Followed | undefined>()
  /** Reported already. */
  readonly #missing = new Set<string>()
  readonly #anchors = new Map<string, ReadonlyMap<string, string>>()
  #others = 0

  /**
   * @param documents parsed files by path, this one among them
   * @param textOf what is written in a file, for the lines in problems
   */
  constructor(
    file: string,
    documents: ReadonlyMap<string, unknown>,
    textOf: (file: string) => string | undefined = () => undefined,
  ) {
    this.file = file
    this.#documents = documents
    this.#textOf = textOf
    this.root = objectOf(documents.get(file))
  }

  /** Schemas with a name, in OpenAPI 3 or Swagger 2. */
  get schemas(): { pointer: string; schemas: Json } {
    const { components, definitions } = this.root
    return isRecord(definitions)
      ? { pointer: '/definitions', schemas: definitions }
      : { pointer: '/components/schemas', schemas: objectOf(objectOf(components).schemas) }
  }

  /** What was found so far that cannot be used, each once. */
  get problems(): DescriptionProblem[] {
    const found = [...this.#problems.values()]
    if (this.#others > 0)
      found.push({ file: this.file, message: `The description has ${this.#others} more problems.` })
    return found
  }

  report(file: string, message: string): void {
    const key = `${file} ${message}`
    if (this.#problems.has(key)) return
    if (this.#problems.size < MOST_PROBLEMS) this.#problems.set(key, { file, message })
    else this.#others += 1
  }

  /** An object at a place; what is there and is none becomes a problem. */
  object(value: unknown, file: string, place: string): Json {
    if (value !== undefined && !isRecord(value))
      this.report(file, `Docent expects an object at ${place}, and leaves out what is there.`)
    return objectOf(value)
  }

  /**
   * What a value is, through as many references as it takes. A reference that leads nowhere, or in a circle of nothing
   * but references, is an empty object.
   */
  resolve(value: unknown, base = this.file): Resolved {
    let current: Resolved = { value: objectOf(value), file: base }
    for (let hops = 0; referenceOf(current.value) !== undefined; hops++) {
      if (hops > MOST_HOPS) return { value: {}, file: base }
      const next = this.follow(referenceOf(current.value) ?? '', current.file)
      if (next === undefined) this.#reportMissing(referenceOf(current.value) ?? '', current.file)
      // OpenAPI 3.1 lets a summary and a description stand beside a reference.
      const { $ref: _ref, $dynamicRef: _dynamic, ...beside } = current.value
      const { value: target, ...place } = next ?? { value: {}, file: current.file }
      current = { ...place, value: { ...objectOf(target), ...beside } }
    }
    return current
  }

  /** Text, written there or in a file that a reference names. */
  text(value: unknown, base = this.file): string | undefined {
    const reference = referenceOf(objectOf(value))
    if (reference === undefined) return textOf(value)
    const found = this.follow(reference, base)
    if (found === undefined) this.#reportMissing(reference, base)
    return found === undefined ? undefined : textOf(found.value)
  }

  /** One reference on; undefined for one that leads nowhere. Each is looked up once: large descriptions repeat few. */
  follow(reference: string, base: string): Followed | undefined {
    const place = `${base}\n${reference}`
    if (!this.#followed.has(place)) this.#followed.set(place, this.#lookUp(reference, base))
    return this.#followed.get(place)
  }

  #lookUp(reference: string, base: string): Followed | undefined {
    const [target = '', pointer = ''] = reference.split('#', 2)
    if (isElsewhere(target)) return undefined
    const file = target === '' ? base : besideFile(target, base)
    const path = pointer === '' || pointer.startsWith('/') ? pointer : this.#anchored(file, pointer)
    if (path === undefined) return undefined
    let value = this.#documents.get(file)
    for (const part of path.split('/').slice(1)) {
      const key = decodePart(part)
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Json)[key]
          : undefined
    }
    if (value === undefined) return undefined
    const name =
      path === ''
        ? file
            .split('/')
            .at(-1)
            ?.replace(/\.\w+$/, '')
        : path.split('/').at(-1)
    // One place has one key, however a reference spells it.
    const place = path
      .split('/')
      .map((part) => encodePart(decodePart(part)))
      .join('/')
    return { value, file, key: `${file}#${place}`, ...(name ? { name: decodePart(name) } : {}) }
  }

  /** Where `$anchor` and `$dynamicAnchor` of JSON Schema stand in a file. */
  #anchored(file: string, anchor: string): string | undefined {
    let known = this.#anchors.get(file)
    if (known === undefined) {
      known = anchorsOf(this.#documents.get(file))
      this.#anchors.set(file, known)
    }
    return known.get(anchor)
  }

  #reportMissing(reference: string, file: string): void {
    const place = `${file}\n${reference}`
    if (this.#missing.has(place)) return
    this.#missing.add(place)
    const text = this.#textOf(file) ?? ''
    const at = text.indexOf(reference)
    const line = at === -1 ? '' : ` (line ${text.slice(0, at).split('\n').length})`
    this.report(
      file,
      isElsewhere(reference)
        ? `"${reference}"${line} leads to another server, which Docent does not ask, so what it describes is missing.`
        : `"${reference}"${line} leads nowhere, so what it describes is missing.`,
    )
  }
}

export interface Resolved {
  value: Json
  /** The file it stands in: its own references count from there. */
  file: string
  /** Of the place that a reference led to. */
  key?: string
  /** Last part of the reference, such as the name of a schema. */
  name?: string
}

type Followed = Omit<Resolved, 'value'> & { value: unknown }

export function referenceOf({ $ref, $dynamicRef }: Json): string | undefined {
  if (typeof $ref === 'string') return $ref
  return typeof $dynamicRef === 'string' ? $dynamicRef : undefined
}

/** Whether a reference leaves the repository. */
export function isElsewhere(reference: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(reference)
}

/** The path of a file that a reference in another one names. */
export function besideFile(target: string, base: string): string {
  return normalizePath(`${base.split('/').slice(0, -1).join('/')}/${decodeTarget(target)}`)
}

function anchorsOf(document: unknown): Map<string, string> {
  const anchors = new Map<string, string>()
  const stack: [unknown, string][] = [[document, '']]
  const looked = new Set<unknown>()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, path] = next
    if (typeof value !== 'object' || value === null || looked.has(value)) continue
    looked.add(value)
    for (const [key, each] of Object.entries(value)) {
      if ((key === '$anchor' || key === '$dynamicAnchor') && typeof each === 'string') anchors.set(each, path)
      stack.push([each, `${path}/${encodePart(key)}`])
    }
  }
  return anchors
}
