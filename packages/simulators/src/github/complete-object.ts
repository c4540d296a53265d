import { isRecord, type JsonSchema, type OpenApiFixture } from './open-api-contract.ts'

/**
 * Fills every required property that `known` leaves out with the plainest value its schema allows, so that a
 * reply is as complete as GitHub's without naming a hundred links: URLs hang below the object's own `url`,
 * what may be null is null, lists are empty, counts are 0.
 */
export function completeObject(
  fixture: OpenApiFixture,
  schema: JsonSchema,
  known: Readonly<Record<string, unknown>>,
  url: string,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...known }
  const base = typeof known.url === 'string' ? known.url : url
  for (const part of parts(fixture, schema)) {
    const properties = isRecord(part.properties) ? part.properties : {}
    for (const name of Array.isArray(part.required) ? part.required : []) {
      if (name in result) continue
      result[name] = plainest(fixture, (properties[name] ?? {}) as JsonSchema, `${base}/${linkName(name)}`)
    }
    for (const [name, value] of Object.entries(result)) {
      const inner = properties[name]
      if (inner && isRecord(value)) {
        result[name] = completeObject(fixture, inner as JsonSchema, value, `${base}/${linkName(name)}`)
      }
    }
  }
  return result
}

function plainest(fixture: OpenApiFixture, schema: JsonSchema, url: string): unknown {
  const resolved = resolve(fixture, schema)
  if (Array.isArray(resolved.enum)) return resolved.enum.includes(null) ? null : resolved.enum[0]
  const types = Array.isArray(resolved.type) ? resolved.type : [resolved.type]
  if (types.includes('null')) return null
  const choices = resolved.anyOf ?? resolved.oneOf
  if (Array.isArray(choices)) {
    const bare = choices.find((choice) => resolve(fixture, choice as JsonSchema).type === 'null')
    return bare ? null : plainest(fixture, choices[0] as JsonSchema, url)
  }
  switch (types[0]) {
    case 'string':
      return plainText(resolved.format, url)
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'array':
      return []
    default:
      return completeObject(fixture, resolved, {}, url)
  }
}

function plainText(format: unknown, url: string): string {
  if (format === 'uri') return url
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  if (format === 'email') return 'someone@example.com'
  return url.slice(url.lastIndexOf('/') + 1)
}

function parts(fixture: OpenApiFixture, schema: JsonSchema): JsonSchema[] {
  const resolved = resolve(fixture, schema)
  const all = Array.isArray(resolved.allOf) ? resolved.allOf : []
  const some = (resolved.anyOf ?? resolved.oneOf) as unknown
  const first = Array.isArray(some) && some.length > 0 ? [some[0]] : []
  return [resolved, ...[...all, ...first].flatMap((part) => parts(fixture, part as JsonSchema))]
}

function resolve(fixture: OpenApiFixture, schema: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema
  const found = fixture.schemas[schema.$ref.slice('#/schemas/'.length)]
  if (!found) throw new Error(`no schema ${schema.$ref}`)
  return resolve(fixture, found)
}

function linkName(property: string): string {
  return property.replace(/_url$/, '')
}
