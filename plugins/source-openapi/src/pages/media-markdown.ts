import type { Description, Resolved } from '../description/description.ts'
import { isInternal, objectOf, textOf } from '../description/values.ts'
import { makeExample } from '../schema/make-example.ts'
import { readSchema } from '../schema/read-schema.ts'
import { code, factsOf, typeOf } from '../schema/schema-facts.ts'
import type { SchemaLines } from '../schema/schema-lines.ts'
import { list } from './section.ts'

const LONGEST_MADE = 4_000
const LONGEST_GIVEN = 20_000

interface Media {
  type: string
  value: Resolved['value']
  file: string
}

/** The media types of a body: those with the same schema together, each with its fields and all of its examples. */
export function mediaMarkdown(
  { value, file }: Resolved,
  lines: SchemaLines,
  description: Description,
): string[] {
  const bodies = Object.entries(objectOf(value.content))
    .map(([type, written]): Media => ({ type, ...description.resolve(written, file) }))
    .filter((media) => !isInternal(media.value))
  const groups = Map.groupBy(bodies, ({ value: { schema, itemSchema } }) =>
    JSON.stringify([schema, itemSchema]),
  )
  return [...groups.values()].flatMap((group) => groupMarkdown(group, lines, description))
}

function groupMarkdown(group: readonly Media[], lines: SchemaLines, description: Description): string[] {
  const [first] = group
  if (first === undefined) return []
  const { value, file } = first
  const schema = shownSchema(first, description)
  const names = group.map(({ type }) => code(type)).join(', ')
  if (schema === undefined) return [names, ...examplesOf(group, description)]
  const shape = typeOf(schema, file, description)
  const says = factsOf(readSchema(schema, file, description).value)
  const isStream = value.schema === undefined
  lines.write(schema, file)
  const sentences = says.length === 0 ? '' : `. ${says.join(' ')}`
  return [
    `${names}: ${isStream ? 'stream of ' : ''}${shape}${sentences}`,
    ...list(lines.take()),
    ...encodingsOf(first),
    ...examplesOf(group, description),
  ]
}

/** Of a stream, that of each item (OpenAPI 3.2). Undefined without a schema, and for one that is internal. */
function shownSchema({ value, file }: Media, description: Description): unknown {
  const { schema = value.itemSchema } = value
  return schema === undefined || isInternal(readSchema(schema, file, description).value) ? undefined : schema
}

/** How the parts of a form are sent. */
function encodingsOf({ value }: Media): string[] {
  const encodings = Object.entries(objectOf(value.encoding)).flatMap(([name, encoding]) => {
    const type = textOf(objectOf(encoding).contentType)
    return type === undefined ? [] : [`- ${code(name)} is sent as ${code(type)}.`]
  })
  return list(encodings)
}

function examplesOf(group: readonly Media[], description: Description): string[] {
  const given = new Set(
    group.flatMap(({ type, value, file }) => givenExamples(value, type, file, description)),
  )
  if (given.size > 0) return [...given]
  const made = group.find((media) => /json/.test(media.type) && shownSchema(media, description) !== undefined)
  if (made === undefined) return []
  const example = makeExample(made.value.schema ?? made.value.itemSchema, made.file, description)
  if (example === undefined || example === null) return []
  const text = JSON.stringify(example, null, 2)
  return text.length > LONGEST_MADE ? [] : [fenced(text, 'json')]
}

/** What the author gives as examples, each with its name and what is said about it. */
export function givenExamples(
  { example, examples }: Resolved['value'],
  type: string,
  file: string,
  description: Description,
): string[] {
  const named = Object.entries(objectOf(examples))
  const unnamed = example === undefined ? [] : [shown(example, type)]
  return [
    ...unnamed,
    ...named.flatMap(([name, each]) => {
      const { value, file: own } = description.resolve(each, file)
      if (isInternal(value)) return []
      const says = [textOf(value.summary), description.text(value.description, own)].filter(Boolean)
      // OpenAPI 3.2 tells data and its spelling apart.
      const content = value.serializedValue ?? value.dataValue ?? value.value
      const elsewhere = textOf(value.externalValue)
      const label =
        named.length > 1 || says.length > 0
          ? [`Example ${code(name)}${says.length > 0 ? `: ${says.join(' ')}` : ''}`]
          : []
      const body =
        content === undefined
          ? elsewhere === undefined
            ? []
            : [`See ${elsewhere}.`]
          : [shown(content, type)]
      return [[...label, ...body].join('\n\n')]
    }),
  ]
}

function shown(example: unknown, type: string): string {
  const text = typeof example === 'string' ? example : (JSON.stringify(example, null, 2) ?? '')
  if (text.length > LONGEST_GIVEN) return `The example has ${text.length} characters, and is left out.`
  return fenced(text, /json/.test(type) || typeof example !== 'string' ? 'json' : '')
}

export function fenced(text: string, language: string): string {
  const fence = text.includes('```') ? '````' : '```'
  return `${fence}${language}\n${text}\n${fence}`
}
