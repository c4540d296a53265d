import { type ApiDocument, resolveSchema, type Schema, withoutNull } from './api-document.ts'

/** Levels that an example goes down to; a schema that holds itself ends there. */
const MAX_DEPTH = 8

/** A value that a schema allows: its own example where it has one, otherwise its required fields and those with an example. */
export function exampleOf(given: Schema, document: ApiDocument, depth = 0): unknown {
  const { schema } = withoutNull(resolveSchema(given, document))
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  const alternative = (schema.anyOf ?? schema.oneOf)?.[0]
  if (alternative !== undefined) return exampleOf(alternative, document, depth + 1)
  if (depth > MAX_DEPTH) return null
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  switch (type) {
    case 'object': {
      const required = new Set(schema.required)
      const fields = Object.entries(schema.properties ?? {}).filter(
        ([name, field]) => required.has(name) || hasExample(field),
      )
      return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, document, depth + 1)]))
    }
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, document, depth + 1)]
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1)
    case 'boolean':
      return true
    case 'string':
      if (schema.format === 'date') return '2026-01-31'
      if (schema.format === 'date-time') return '2026-01-31T12:00:00.000Z'
      return schema.format === 'uri' ? 'https://github.com/acme/handbook/pull/1' : 'text'
    default:
      return null
  }
}

function hasExample(field: Schema): boolean {
  return withoutNull(field).schema.examples !== undefined
}
