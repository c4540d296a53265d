import type { Description, Resolved } from '../description/description.ts'
import { isInternal, isRecord, listOf, objectOf, textOf } from '../description/values.ts'
import { choicesOf, hasParts, isNull, readSchema } from './read-schema.ts'
import { about, code, describedValues, typeOf } from './schema-facts.ts'

/** Lines and levels of one part of a page. What has more is cut, and said to be. */
const MOST_LINES = 20_000
const DEEPEST = 40
const APPLIED = [
  ['not', 'Not'],
  ['if', 'If'],
  ['then', 'then'],
  ['else', 'else'],
  ['contains', 'At least one item'],
  ['propertyNames', 'Keys'],
] as const

/** Schemas that are too large to stand wherever they are used: they have a page of their own. */
export interface LinkedSchemas {
  /** Markdown that leads to the page of a schema; undefined for one that stands where it is used. */
  linkTo(schema: Resolved): string | undefined
}

/**
 * Field lists of schemas in Markdown: nested, with types, limits and descriptions. A schema with a name stands in full
 * where it is first used, so that schemas in circles end.
 */
export class SchemaLines {
  readonly #lines: string[] = []
  readonly #description: Description
  readonly #linked: LinkedSchemas | undefined
  readonly #most: number
  readonly #seen = new Set<string>()
  #count = 0
  #isCut = false

  constructor(description: Description, linked?: LinkedSchemas, most = MOST_LINES) {
    this.#description = description
    this.#linked = linked
    this.#most = most
  }

  /** Whether there was more than there is room for. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Everything below a schema. */
  write(schema: unknown, file: string, depth = 0): void {
    this.#below(readSchema(schema, file, this.#description), depth)
  }

  /** A field, parameter or header with everything below it. */
  field(name: string, schema: unknown, file: string, marks: readonly string[], says?: string): void {
    this.#field(code(name), schema, file, 0, marks, says)
  }

  /** The lines since the last time; which schemas stand above is still known. */
  take(): string[] {
    return this.#lines.splice(0)
  }

  #below(at: Resolved, depth: number): void {
    if (isInternal(at.value)) return
    this.#values(at, depth)
    if (!hasParts(at.value) || !this.#hasRoom(depth)) return
    const { key, name = 'above' } = at
    if (key !== undefined) {
      const link = depth === 0 ? undefined : this.#linked?.linkTo(at)
      const elsewhere = this.#seen.has(key) ? `The same as ${name}.` : link && `See ${link}.`
      if (elsewhere !== undefined) {
        this.#add(depth, elsewhere)
        return
      }
      this.#seen.add(key)
    }
    this.#parts(at, depth)
  }

  #field(
    label: string,
    schema: unknown,
    file: string,
    depth: number,
    marks: readonly string[] = [],
    says?: string,
  ): void {
    const at = readSchema(schema, file, this.#description)
    const { value } = at
    if (isInternal(value)) return
    const words = [
      typeOf(schema, file, this.#description),
      ...marks,
      ...(value.readOnly === true ? ['read only'] : []),
      ...(value.writeOnly === true ? ['write only'] : []),
    ]
    this.#add(depth, `${label} (${words.join(', ')})${about(value, says ?? textOf(value.description))}`)
    this.#below(at, depth + 1)
  }

  #parts(at: Resolved, depth: number): void {
    const { value, file } = at
    for (const part of listOf(value.allOf)) this.write(part, file, depth)
    this.#choices(at, depth)
    const required = new Set(listOf(value.required))
    for (const [name, schema] of Object.entries(objectOf(value.properties)))
      this.#field(code(name), schema, file, depth, required.has(name) ? ['required'] : [])
    for (const [pattern, schema] of Object.entries(objectOf(value.patternProperties)))
      this.#field(`Keys like ${code(pattern)}`, schema, file, depth)
    for (const [at, schema] of listOf(value.prefixItems).entries())
      this.#field(`Item ${at + 1}`, schema, file, depth)
    if (isRecord(value.items)) this.#items(value.items, file, depth)
    if (Object.keys(objectOf(value.additionalProperties)).length > 0)
      this.#field('Any other key', value.additionalProperties, file, depth)
    for (const [keyword, label] of APPLIED)
      if (isRecord(value[keyword])) this.#labelled(label, value[keyword], file, depth)
    for (const [name, schema] of Object.entries(objectOf(value.dependentSchemas)))
      this.#labelled(`With ${code(name)}`, schema, file, depth)
  }

  #items(items: unknown, file: string, depth: number): void {
    const at = readSchema(items, file, this.#description)
    if (isInternal(at.value)) return
    const says = about(at.value)
    if (says !== '') this.#add(depth, `Each item${says}`)
    this.#below(at, depth)
  }

  #labelled(label: string, schema: unknown, file: string, depth: number): void {
    const at = readSchema(schema, file, this.#description)
    if (isInternal(at.value)) return
    this.#add(depth, `${label}${about(at.value) || ':'}`)
    this.#below(at, depth + 1)
  }

  #choices(at: Resolved, depth: number): void {
    const choices = choicesOf(at, this.#description)
    const { propertyName, mapping } = objectOf(at.value.discriminator)
    const told = textOf(propertyName)
    if (told !== undefined) this.#add(depth, `${code(told)} tells which of these it is:`)
    for (const [position, choice] of choices.entries()) {
      const { value, file } = choice
      const { const: only, ...others } = value
      const title = textOf(value.title) ?? choice.name
      const plain = typeOf(value, file, this.#description)
      const label =
        only === undefined || only === null
          ? (title ?? plain)
          : [code(only), ...(textOf(value.title) === undefined ? [] : [title])].join(' ')
      const says = about(only === undefined ? value : others)
      const colon = says === '' && hasParts(value) ? ':' : ''
      this.#add(depth, `${position === 0 ? 'Either' : 'or'} ${label}${says}${colon}`)
      if (!isNull(choice)) this.#below(choice, depth + 1)
    }
    // Kinds of it that name it in their `allOf`.
    const keys = new Set(choices.map(({ key }) => key))
    for (const [name, target] of Object.entries(objectOf(mapping))) {
      const reference = { $ref: this.#mapped(String(target)) }
      const kind = this.#description.resolve(reference, at.file)
      if (isInternal(kind.value)) continue
      this.#add(depth, `${code(name)} is ${kind.name ?? target}${keys.has(kind.key) ? '' : ':'}`)
      if (!keys.has(kind.key)) this.write(reference, at.file, depth + 1)
    }
  }

  /** A mapping names a schema, or refers to it. */
  #mapped(target: string): string {
    const { pointer, schemas } = this.#description.schemas
    return Object.hasOwn(schemas, target) ? `#${pointer}/${target}` : target
  }

  /** Values of which each has a text. */
  #values({ value }: Resolved, depth: number): void {
    for (const each of describedValues(value) ?? [])
      this.#add(depth, `${code(each.value)}${each.says === '' ? '' : `: ${each.says}`}`)
  }

  #hasRoom(depth: number): boolean {
    // Also the walk ends there: aliases of YAML can make a small text into an endless list.
    if (depth > DEEPEST || this.#count >= this.#most) this.#isCut = true
    return !this.#isCut
  }

  #add(depth: number, text: string): void {
    if (!this.#hasRoom(depth)) return
    this.#count += 1
    this.#lines.push(`${'  '.repeat(depth)}- ${text}`)
  }
}
