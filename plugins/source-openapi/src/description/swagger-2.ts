import type { Resolved } from './description.ts'
import { isRecord, type Json, listOf, objectOf, textOf } from './values.ts'

/**
 * Swagger 2.0 in the terms of OpenAPI 3. Types of parameters and headers stand beside their names there, bodies are
 * parameters, and media types are listed once for all schemas.
 *
 * @see https://swagger.io/specification/v2/
 */

/** The parameters that are no part of the body. */
export function swaggerParameters(parameters: readonly Resolved[]): Resolved[] {
  return parameters.filter(({ value }) => value.in !== 'body' && value.in !== 'formData')
}

/** What the parameters say of a body, if anything. */
export function swaggerBody(parameters: readonly Resolved[], consumes: unknown): Resolved | undefined {
  const body = parameters.find(({ value }) => value.in === 'body')
  if (body !== undefined) {
    const { schema, description, required } = body.value
    const content = mediaOf(consumes, 'application/json', { schema })
    return { file: body.file, value: { description, required, content } }
  }
  const fields = parameters.filter(({ value }) => value.in === 'formData')
  const [first] = fields
  if (first === undefined) return undefined
  const properties = Object.fromEntries(fields.map(({ value }) => [String(value.name), fieldOf(value)]))
  const required = fields.filter(({ value }) => value.required === true).map(({ value }) => value.name)
  const hasFile = fields.some(({ value }) => value.type === 'file')
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const content = mediaOf(consumes, usual, { schema: { type: 'object', properties, required } })
  return { file: first.file, value: { content } }
}

export function swaggerResponse(response: Resolved, produces: unknown): Resolved {
  const { value } = response
  const { schema, examples, content } = value
  if (content !== undefined || (schema === undefined && !isRecord(examples))) return response
  const examplesByType = objectOf(examples)
  const media = mediaOf(produces, Object.keys(examplesByType)[0] ?? 'application/json', { schema })
  for (const [type, example] of Object.entries(examplesByType)) media[type] = { schema, example }
  return { ...response, value: { ...value, content: media } }
}

/** The schema of a parameter or header: its own, that of its content, or what stands beside its name. */
export function schemaOf(parameter: Json): unknown {
  const { schema, content, type } = parameter
  const [media] = Object.values(objectOf(content)).map(objectOf)
  const own = schema ?? media?.schema ?? media?.itemSchema
  return own ?? (type === undefined ? undefined : fieldOf(parameter))
}

/** Without what is no schema: `required` there says that the parameter is, not which fields are. */
function fieldOf(parameter: Json): Json {
  const { name: _name, in: _in, required: _required, ...field } = parameter
  return field.type === 'file' ? { ...field, type: 'string', format: 'binary' } : field
}

function mediaOf(types: unknown, usual: string, media: Json): Record<string, Json> {
  const named = listOf(types).flatMap((type) => textOf(type) ?? [])
  return Object.fromEntries((named.length > 0 ? named : [usual]).map((type) => [type, media]))
}

/** Where an API of Swagger 2.0 is. */
export function swaggerServers({ host, basePath, schemes }: Json): Json[] {
  const base = textOf(basePath) ?? ''
  if (textOf(host) === undefined) return base === '' || base === '/' ? [] : [{ url: base }]
  const named = listOf(schemes).flatMap((scheme) => textOf(scheme) ?? [])
  return (named.length > 0 ? named : ['https']).map((scheme) => ({ url: `${scheme}://${host}${base}` }))
}
