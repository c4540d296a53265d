import type { Description } from '../description/description.ts'
import { type Json, listOf, objectOf, textOf } from '../description/values.ts'
import { choicesOf, hasParts, readSchema, valuesOf } from './read-schema.ts'

/** Types inside of types, and choices, of one name of a type. */
const DEEPEST_TYPE = 3
const MOST_CHOICES = 6
const LIMITS = [
  ['minimum', 'At least'],
  ['maximum', 'At most'],
  ['minLength', 'Shortest length'],
  ['maxLength', 'Longest length'],
  ['minItems', 'Fewest items'],
  ['maxItems', 'Most items'],
  ['minProperties', 'Fewest keys'],
  ['maxProperties', 'Most keys'],
  ['multipleOf', 'A multiple of'],
  ['pattern', 'Pattern'],
  ['contentMediaType', 'Media type'],
  ['contentEncoding', 'Encoding'],
] as const

export interface DescribedValue {
  value: unknown
  /** Empty when nothing is said about it. */
  says: string
}

/** The type in a few words, such as `array of User` or `string (date-time)`. */
export function typeOf(schema: unknown, file: string, description: Description, depth = 0): string {
  const at = readSchema(schema, file, description)
  const { value, name, file: own } = at
  if (depth > DEEPEST_TYPE) return name ?? 'object'
  const types = typesOf(value)
  const orNull = value.nullable === true && !types.includes('null') ? ['null'] : []
  if (types.includes('array') || value.items !== undefined || value.prefixItems !== undefined) {
    const item = value.items === undefined ? 'any' : typeOf(value.items, own, description, depth + 1)
    const others = types.filter((type) => type !== 'array')
    return [`array of ${item}`, ...others, ...orNull].join(' or ')
  }
  const choices = choicesOf(at, description)
  if (choices.length > 0 && types.length === 0) {
    const kinds = new Set(
      choices.map(({ value: choice, file: from, name: named }) =>
        named !== undefined && hasParts(choice) ? named : typeOf(choice, from, description, depth + 1),
      ),
    )
    const shown = [...kinds].slice(0, MOST_CHOICES)
    return [...shown, ...(kinds.size > shown.length ? ['others'] : []), ...orNull].join(' or ')
  }
  const isNamed = name !== undefined && (types.length === 0 ? hasParts(value) : types[0] === 'object')
  if (isNamed) return [name, ...types.slice(1), ...orNull].join(' or ')
  const plain = types.join(' or ') || typeOfValues(value) || (hasParts(value) ? 'object' : (name ?? 'any'))
  const form = typeof value.format === 'string' ? `${plain} (${value.format})` : plain
  return [form, ...orNull].join(' or ')
}

/** Description, values and limits of a schema or parameter, as the end of a line. */
export function about(schema: Json, description = textOf(schema.description)): string {
  const notes = factsOf(schema, description)
  return notes.length === 0 ? '' : `: ${notes.join(' ')}`
}

/** The same as sentences. Values with a text each have lines of their own: see `describedValues`. */
export function factsOf(schema: Json, description = textOf(schema.description)): string[] {
  const values = describedValues(schema) === undefined ? valuesOf(schema) : []
  const docs = textOf(objectOf(schema.externalDocs).url)
  const examples = listOf(schema.examples).filter((each) => typeof each !== 'object')
  const facts = [
    ...(schema.deprecated === true ? ['Deprecated.'] : []),
    ...(values.length > 0 ? [`One of ${values.map(code).join(', ')}.`] : []),
    ...(schema.const === undefined ? [] : [`Always ${code(schema.const)}.`]),
    ...(schema.default === undefined ? [] : [`Default: ${code(schema.default)}.`]),
    ...limits(schema),
    ...(examples.length > 1 ? [`For example ${examples.map(code).join(', ')}.`] : []),
    ...(docs === undefined ? [] : [`See ${docs}.`]),
  ]
  if (description === undefined) return facts
  const end = facts.length === 0 || /[.!?:;)]$/.test(description) ? '' : '.'
  return [`${oneLine(description)}${end}`, ...facts]
}

/** Allowed values with what is said about each, in one of the ways that tools have for it; undefined without any. */
export function describedValues(schema: Json): DescribedValue[] | undefined {
  const values = valuesOf(schema)
  if (values.length === 0) return undefined
  const named = listOf(schema['x-enum-varnames'] ?? schema['x-enumNames'])
  const told = schema['x-enumDescriptions'] ?? schema['x-enum-descriptions']
  const ofAzure = listOf(objectOf(schema['x-ms-enum']).values).map(objectOf)
  const described = values.map((value, at) => {
    const own = Array.isArray(told) ? told[at] : objectOf(told)[String(value)]
    const azure = ofAzure.find((each) => each.value === value)
    const says = [textOf(named[at]) ?? textOf(azure?.name), textOf(own) ?? textOf(azure?.description)]
    return {
      value,
      says: [...new Set(says)].filter((text) => text !== undefined && text !== value).join(': '),
    }
  })
  return described.some(({ says }) => says !== '') ? described : undefined
}

export function code(value: unknown): string {
  const text = oneLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

export function oneLine(text: string): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, ' ')
}

function limits(schema: Json): string[] {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema
  // Before OpenAPI 3.1, these say of the minimum and the maximum that they are not allowed themselves.
  const labels: Readonly<Record<string, string>> = {
    ...(above === true ? { minimum: 'More than' } : {}),
    ...(below === true ? { maximum: 'Less than' } : {}),
  }
  return [
    ...LIMITS.flatMap(([key, label]) =>
      schema[key] === undefined ? [] : [`${labels[key] ?? label} ${code(schema[key])}.`],
    ),
    ...(typeof above === 'number' ? [`More than ${code(above)}.`] : []),
    ...(typeof below === 'number' ? [`Less than ${code(below)}.`] : []),
    ...(schema.uniqueItems === true ? ['No item twice.'] : []),
  ]
}

function typesOf({ type }: Json): string[] {
  return (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string')
}

/** Of a schema that names its values and not their type. */
function typeOfValues(value: Json): string {
  const values = value.const === undefined ? valuesOf(value) : [value.const]
  const kinds = values.map((each) => (each === null ? 'null' : Array.isArray(each) ? 'array' : typeof each))
  return [...new Set(kinds)].join(' or ')
}
