import { type Description, listOf, objectOf, type Resolved, textOf } from './description.ts'
import { makeExample } from './make-example.ts'
import { type Operation, operationName } from './operation.ts'
import { about, renderSchema, typeOf } from './render-schema.ts'

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const
const LONGEST_EXAMPLE = 4_000

/** An operation as Markdown without a title: what it does, what it takes, what it answers. */
export function renderOperation(operation: Operation, description: Description): string {
  const { value } = operation.operation
  const parts = [
    `\`${operationName(operation)}\``,
    ...(value.deprecated === true ? ['**Deprecated.**'] : []),
    ...[textOf(value.description)].filter((text) => text !== undefined),
    ...authorization(operation, description),
    ...PLACES.flatMap(([place, title]) => parametersOf(place, title, operation, description)),
    ...requestBody(operation, description),
    ...responses(operation, description),
  ]
  return `${parts.join('\n\n')}\n`
}

function authorization({ operation }: Operation, description: Description): string[] {
  const { root } = description
  const needed = listOf(operation.value.security ?? root.security)
  const schemes = objectOf(objectOf(root.components).securitySchemes)
  const names = [...new Set(needed.flatMap((each) => Object.keys(objectOf(each))))]
  if (names.length === 0) return []
  const lines = names.map((name) => {
    const { value } = description.resolve(schemes[name])
    const kind = [textOf(value.type), textOf(value.scheme), textOf(value.in), textOf(value.name)]
      .filter(Boolean)
      .join(' ')
    return `- \`${name}\`${kind === '' ? '' : ` (${kind})`}${about({}, textOf(value.description))}`
  })
  return ['## Authorization', lines.join('\n')]
}

function parametersOf(
  place: string,
  title: string,
  operation: Operation,
  description: Description,
): string[] {
  const lines = operation.parameters
    .filter(({ value }) => value.in === place)
    .flatMap(({ value, file }) => {
      const schema =
        value.schema ?? Object.values(objectOf(value.content)).map((media) => objectOf(media).schema)[0]
      const resolved = description.resolve(schema, file).value
      const marks = [typeOf(schema, file, description), ...(value.required === true ? ['required'] : [])]
      const says = about(
        { ...resolved, deprecated: value.deprecated },
        textOf(value.description) ?? textOf(resolved.description),
      )
      return [`- \`${value.name}\` (${marks.join(', ')})${says}`]
    })
  return lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')]
}

function requestBody({ operation }: Operation, description: Description): string[] {
  const body = description.resolve(operation.value.requestBody, operation.file)
  const content = mediaOf(body, description)
  if (content.length === 0) return []
  const required = body.value.required === true ? ['Required.'] : []
  return [
    '## Request body',
    ...[textOf(body.value.description)].filter((text) => text !== undefined),
    ...required,
    ...content,
  ]
}

function responses({ operation }: Operation, description: Description): string[] {
  const entries = Object.entries(objectOf(operation.value.responses))
  if (entries.length === 0) return []
  return [
    '## Responses',
    ...entries.flatMap(([status, response]) => {
      const resolved = description.resolve(response, operation.file)
      const says = textOf(resolved.value.description)
      return [`### ${status}`, ...(says === undefined ? [] : [says]), ...mediaOf(resolved, description)]
    }),
  ]
}

/** The first media type in full; the others only by name, because they say the same in another form. */
function mediaOf({ value, file }: Resolved, description: Description): string[] {
  const [first, ...others] = Object.entries(objectOf(value.content))
  if (first === undefined) return []
  const [type, media] = first
  const { schema } = objectOf(media)
  const fields = schema === undefined ? [] : renderSchema(schema, file, description)
  const shape = schema === undefined ? '' : `: ${typeOf(schema, file, description)}`
  const names = [`\`${type}\`${shape}`, ...others.map(([other]) => `\`${other}\``)].join(', ')
  return [
    names,
    ...(fields.length === 0 ? [] : [fields.join('\n')]),
    ...exampleOf(media, file, type, description),
  ]
}

function exampleOf(media: unknown, file: string, type: string, description: Description): string[] {
  const { example, examples, schema } = objectOf(media)
  const [named] = Object.values(objectOf(examples))
  const given = example ?? (named === undefined ? undefined : description.resolve(named, file).value.value)
  const value =
    given ?? (/json/.test(type) && schema !== undefined ? makeExample(schema, file, description) : undefined)
  if (value === undefined || value === null) return []
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  if (text.length > LONGEST_EXAMPLE) return []
  const fence = text.includes('```') ? '````' : '```'
  return [`${fence}${/json/.test(type) ? 'json' : ''}\n${text}\n${fence}`]
}
