import { type Description, type Json, listOf, objectOf, type Resolved, textOf } from './description.ts'

const DEEPEST = 6
/** Lines of one schema: a longer list helps nobody. */
const MOST_LINES = 300

/** A field list of a schema in Markdown: nested, with types, limits and descriptions. Schemas in circles end by name. */
export function renderSchema(schema: unknown, file: string, description: Description): string[] {
  const renderer = new SchemaRenderer(description)
  renderer.fields(description.resolve(schema, file), 0, [])
  return renderer.lines
}

/** The type in a few words, such as `array of User` or `string (date-time)`. */
export function typeOf(schema: unknown, file: string, description: Description, depth = 0): string {
  const { value, name, file: own } = description.resolve(schema, file)
  if (depth > 3) return name ?? 'object'
  const types = (Array.isArray(value.type) ? value.type : [value.type]).filter(
    (type) => typeof type === 'string',
  )
  if (value.nullable === true && types.length > 0) types.push('null')
  if (types.includes('array') || value.items !== undefined) {
    return `array of ${typeOf(value.items, own, description, depth + 1)}`
  }
  const choices = [...listOf(value.oneOf), ...listOf(value.anyOf)]
  if (choices.length > 0 && types.length === 0) {
    return [
      ...new Set(choices.slice(0, 6).map((choice) => typeOf(choice, own, description, depth + 1))),
    ].join(' or ')
  }
  if (name !== undefined && (types.length === 0 || types[0] === 'object')) return name
  const plain =
    types.join(' or ') || (value.properties === undefined && value.allOf === undefined ? 'any' : 'object')
  return typeof value.format === 'string' ? `${plain} (${value.format})` : plain
}

class SchemaRenderer {
  readonly lines: string[] = []
  readonly #description: Description

  constructor(description: Description) {
    this.#description = description
  }

  /** @param around keys of the schemas that this one stands in */
  fields({ value, file, key, name }: Resolved, depth: number, around: readonly string[]): void {
    if (key !== undefined && around.includes(key)) {
      this.#add(depth, `The same as ${name ?? 'above'}.`)
      return
    }
    // Also the walk ends there: schemas that all refer to each other grow with the power of the depth.
    if (depth > DEEPEST || this.lines.length >= MOST_LINES) return
    const inside = key === undefined ? around : [...around, key]
    const nested = (schema: unknown, at = depth) =>
      this.fields(this.#description.resolve(schema, file), at, inside)
    for (const part of listOf(value.allOf)) nested(part)
    const choices = [...listOf(value.oneOf), ...listOf(value.anyOf)]
    for (const [at, choice] of choices.entries()) {
      const title = textOf(this.#description.resolve(choice, file).value.title)
      const label = title ?? typeOf(choice, file, this.#description)
      this.#add(depth, `${at === 0 ? 'Either' : 'or'} ${label}:`)
      nested(choice, depth + 1)
    }
    const required = new Set(listOf(value.required))
    for (const [field, schema] of Object.entries(objectOf(value.properties))) {
      this.#add(depth, this.#field(field, schema, file, required.has(field)))
      nested(schema, depth + 1)
    }
    if (value.items !== undefined) nested(value.items)
    if (Object.keys(objectOf(value.additionalProperties)).length > 0) {
      this.#add(depth, this.#field('any other key', value.additionalProperties, file, false))
      nested(value.additionalProperties, depth + 1)
    }
  }

  #field(name: string, schema: unknown, file: string, isRequired: boolean): string {
    const type = typeOf(schema, file, this.#description)
    const { value } = this.#description.resolve(schema, file)
    const marks = [
      type,
      ...(isRequired ? ['required'] : []),
      ...(value.readOnly === true ? ['read only'] : []),
    ]
    return `\`${name}\` (${marks.join(', ')})${about(value)}`
  }

  #add(depth: number, text: string): void {
    if (this.lines.length < MOST_LINES) this.lines.push(`${'  '.repeat(depth)}- ${text}`)
  }
}

/** Description, values and limits of a schema or parameter, as the end of a line. */
export function about(schema: Json, description = textOf(schema.description)): string {
  const notes = [
    ...(description === undefined ? [] : [description.replace(/(?<!\s)\s*\n\s*/g, ' ')]),
    ...(schema.deprecated === true ? ['Deprecated.'] : []),
    ...(listOf(schema.enum).length > 0
      ? [`One of ${listOf(schema.enum).slice(0, 50).map(code).join(', ')}.`]
      : []),
    ...(schema.const === undefined ? [] : [`Always ${code(schema.const)}.`]),
    ...(schema.default === undefined ? [] : [`Default: ${code(schema.default)}.`]),
    ...limits(schema),
  ]
  return notes.length === 0 ? '' : `: ${notes.join(' ')}`
}

function limits(schema: Json): string[] {
  const names = [
    ['minimum', 'At least'],
    ['maximum', 'At most'],
    ['minLength', 'Shortest length'],
    ['maxLength', 'Longest length'],
    ['minItems', 'Fewest items'],
    ['maxItems', 'Most items'],
    ['pattern', 'Pattern'],
  ] as const
  return names.flatMap(([key, label]) =>
    schema[key] === undefined ? [] : [`${label} ${code(schema[key])}.`],
  )
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
