import type { Description, Resolved } from '../description/description.ts'
import { type Operation, operationName, operationTitle } from '../description/operation.ts'
import { schemaOf } from '../description/swagger-2.ts'
import { isInternal, type Json, listOf, objectOf, textOf } from '../description/values.ts'
import { type LinkedSchemas, SchemaLines } from '../schema/schema-lines.ts'
import { fenced, givenExamples, mediaMarkdown } from './media-markdown.ts'
import { list, section } from './section.ts'
import { securityMarkdown } from './security-markdown.ts'
import { serversMarkdown } from './servers-markdown.ts'

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['querystring', 'Query string'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
] as const

/** An operation as Markdown without a title: what it does, what it takes, what it answers. */
export function operationMarkdown(
  operation: Operation,
  description: Description,
  schemas: LinkedSchemas | undefined,
): string {
  const writer = new OperationWriter(description, schemas)
  const id = textOf(operation.operation.value.operationId)
  const parts = [
    `\`${operationName(operation)}\``,
    ...(id === undefined ? [] : [`Operation ID: \`${id}\``]),
    ...writer.write(operation, 2),
  ]
  if (writer.isCut)
    description.report(description.file, `${operationName(operation)} has more fields than its page shows.`)
  return `${parts.join('\n\n')}\n`
}

class OperationWriter {
  readonly #description: Description
  readonly #schemas: LinkedSchemas | undefined
  isCut = false

  constructor(description: Description, schemas: LinkedSchemas | undefined) {
    this.#description = description
    this.#schemas = schemas
  }

  /** @param level of its headings */
  write(operation: Operation, level: number): string[] {
    const { value, file } = operation.operation
    const summary = textOf(value.summary)
    const says = this.#description.text(value.description, file)
    const docs = textOf(objectOf(value.externalDocs).url)
    const security = value.security ?? (operation.method === 'WEBHOOK' ? [] : this.#description.root.security)
    // What is sent and what comes back each show a schema once.
    const sent = new SchemaLines(this.#description, this.#schemas)
    const answered = new SchemaLines(this.#description, this.#schemas)
    const parts = [
      ...(value.deprecated === true ? ['**Deprecated.**'] : []),
      ...(summary === undefined || summary === operationTitle(operation) ? [] : [summary]),
      ...(says === undefined || says === summary ? [] : [says]),
      ...operation.ofPath,
      ...(docs === undefined ? [] : [`See ${docs}.`]),
      ...section(level, 'Servers', list(serversMarkdown(operation.servers))),
      ...section(level, 'Authorization', list(securityMarkdown(security, this.#description))),
      ...PLACES.flatMap(([place, title]) => section(level, title, this.#parameters(place, operation, sent))),
      ...section(level, 'Request body', this.#body(operation.body, sent)),
      ...section(
        level,
        'Responses',
        operation.responses.flatMap(([status, response]) =>
          this.#response(status, response, answered, level + 1),
        ),
      ),
      ...section(
        level,
        'Callbacks',
        operation.callbacks.flatMap((callback) => [
          `${'#'.repeat(level + 1)} ${callback.name}`,
          `\`${operationName(callback.operation)}\``,
          operationTitle(callback.operation),
          ...this.write(callback.operation, Math.min(level + 2, 5)),
        ]),
      ),
      ...section(level, 'Code samples', codeSamples(value, file, this.#description)),
    ]
    this.isCut ||= sent.isCut || answered.isCut
    return parts
  }

  #parameters(place: string, { parameters }: Operation, lines: SchemaLines): string[] {
    const examples = parameters
      .filter(({ value }) => value.in === place)
      .flatMap(({ value, file }) => {
        this.#parameter(String(value.name), { value, file }, lines)
        const named = Object.keys(objectOf(value.examples)).length > 0
        return named ? [`\`${value.name}\`:`, ...givenExamples(value, '', file, this.#description)] : []
      })
    return [...list(lines.take()), ...examples]
  }

  #parameter(name: string, { value, file }: Resolved, lines: SchemaLines): void {
    const marks = [
      ...(value.required === true ? ['required'] : []),
      ...(value.deprecated === true ? ['deprecated'] : []),
    ]
    lines.field(name, schemaOf(value), file, marks, this.#description.text(value.description, file))
  }

  #body(body: Resolved | undefined, lines: SchemaLines): string[] {
    if (body === undefined) return []
    const says = this.#description.text(body.value.description, body.file)
    const content = mediaMarkdown(body, lines, this.#description)
    if (content.length === 0 && says === undefined) return []
    return [
      ...(says === undefined ? [] : [says]),
      ...(body.value.required === true ? ['Required.'] : []),
      ...content,
    ]
  }

  #response(status: string, { value, file }: Resolved, lines: SchemaLines, level: number): string[] {
    const says = [textOf(value.summary), this.#description.text(value.description, file)]
    for (const [name, header] of Object.entries(objectOf(value.headers))) {
      const resolved = this.#description.resolve(header, file)
      if (!isInternal(resolved.value)) this.#parameter(name, resolved, lines)
    }
    const headers = lines.take()
    return [
      `${'#'.repeat(level)} ${status}`,
      ...says.filter((text) => text !== undefined),
      ...(headers.length === 0 ? [] : ['Headers:', headers.join('\n')]),
      ...mediaMarkdown({ value, file }, lines, this.#description),
      ...list(linksOf(value, file, this.#description)),
    ]
  }
}

/** Operations that a response leads to. */
function linksOf(response: Json, file: string, description: Description): string[] {
  return Object.entries(objectOf(response.links)).flatMap(([name, link]) => {
    const { value, file: own } = description.resolve(link, file)
    const target = textOf(value.operationId) ?? textOf(value.operationRef)
    if (target === undefined || isInternal(value)) return []
    const says = description.text(value.description, own)
    return [`- Link \`${name}\` to \`${target}\`${says === undefined ? '' : `: ${says}`}`]
  })
}

function codeSamples(operation: Json, file: string, description: Description): string[] {
  return listOf(operation['x-codeSamples'] ?? operation['x-code-samples']).flatMap((each) => {
    const { value, file: own } = description.resolve(each, file)
    const source = description.text(value.source, own)
    if (source === undefined) return []
    const language = textOf(value.lang) ?? ''
    return [textOf(value.label) ?? language, fenced(source, language.toLowerCase())].filter(
      (text) => text !== '',
    )
  })
}
