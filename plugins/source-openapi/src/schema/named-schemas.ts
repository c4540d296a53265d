import { MARKDOWN_EXTENSION } from '@docent/content'
import GithubSlugger, { slug } from 'github-slugger'
import { type Description, type Resolved, referenceOf } from '../description/description.ts'
import { encodePart } from '../description/pointer.ts'
import { isInternal, isRecord, objectOf, textOf } from '../description/values.ts'
import { type LinkedSchemas, SchemaLines } from './schema-lines.ts'

/** Lines of a schema that still stands wherever it is used. */
const MOST_LINES = 100
/** Below the folder of the API. */
const FOLDER = 'schemas'
/** A link that begins with U+E0A0 and a path below the folder of the API: where that is depends on the page. */
export const SCHEMA_LINK = /\[((?:[^\]\\\n]|\\.){1,500})\]\(\ue0a0([^)\s]{1,500})\)/g

export interface NamedSchema {
  name: string
  /** Below the folder of the API. */
  path: string
  at: Resolved
}

/** The schemas of a description that have pages of their own: large ones that others use, and those that nothing uses. */
export class NamedSchemas implements LinkedSchemas {
  readonly #description: Description
  readonly #sizes = new Map<string, boolean>()
  /** Grows while pages are written, also their own. */
  readonly #named = new Map<string, NamedSchema>()
  /** Counts up for a name that it gave before. */
  readonly #slugger = new GithubSlugger()

  constructor(description: Description) {
    this.#description = description
  }

  linkTo(at: Resolved): string | undefined {
    if (!this.#isLarge(at)) return undefined
    const { name, path } = this.#page(at)
    return `[${name.slice(0, 200).replace(/[[\]\\]/g, '\\$&')}](\ue0a0${path})`
  }

  /** Every schema that a page leads to, also from the pages that are written meanwhile, and those that nothing uses. */
  *all(): Generator<NamedSchema> {
    const { file } = this.#description
    for (const pointer of unusedSchemas(this.#description)) {
      const at = this.#description.resolve({ $ref: pointer }, file)
      if (!isInternal(at.value)) this.#page(at)
    }
    // A map gives what is added while it is walked through.
    yield* this.#named.values()
  }

  #page(at: Resolved): NamedSchema {
    const { key = '', name = 'schema', value } = at
    const known = this.#named.get(key)
    if (known !== undefined) return known
    const path = `${FOLDER}/${this.#slugger.slug(slug(name) || 'schema')}${MARKDOWN_EXTENSION}`
    const schema = { name: textOf(value.title) ?? name, path, at }
    this.#named.set(key, schema)
    return schema
  }

  #isLarge(at: Resolved): boolean {
    const { key = '', value, file } = at
    const known = this.#sizes.get(key)
    if (known !== undefined) return known
    const lines = new SchemaLines(this.#description, undefined, MOST_LINES)
    lines.write(value, file)
    this.#sizes.set(key, lines.isCut)
    return lines.isCut
  }
}

/** Pointers to the named schemas that no operation leads to, shown or not. */
function unusedSchemas(description: Description): string[] {
  const { root, file } = description
  const { pointer, schemas } = description.schemas
  const used = new Set<string>()
  const looked = new Set<unknown>()
  const stack: [unknown, string][] = [[{ ...root, components: undefined, definitions: undefined }, file]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, base] = next
    if (typeof value !== 'object' || value === null || looked.has(value)) continue
    looked.add(value)
    for (const reference of isRecord(value) ? referencesOf(value) : []) {
      // A discriminator names a schema by its name alone, too.
      const named = Object.hasOwn(schemas, reference) ? `#${pointer}/${encodePart(reference)}` : reference
      const found = description.follow(named, base)
      if (found === undefined) continue
      used.add(found.key ?? '')
      stack.push([found.value, found.file])
    }
    // What an extension refers to is on no page.
    for (const [key, each] of Object.entries(value))
      if (!key.startsWith('x-') || key === 'x-webhooks') stack.push([each, base])
  }
  return Object.keys(schemas)
    .map((name) => `#${pointer}/${encodePart(name)}`)
    .filter((each) => !used.has(`${file}${each}`))
}

/** What a part of a description leads to: by its reference, and by the mapping of a discriminator. */
function referencesOf(value: Readonly<Record<string, unknown>>): string[] {
  const reference = referenceOf(value)
  const mapped = Object.values(objectOf(value.mapping)).filter((each) => typeof each === 'string')
  return [...(reference === undefined ? [] : [reference]), ...mapped]
}
