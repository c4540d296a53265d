import {
  type ApiDocument,
  resolveSchema,
  type Schema,
  withoutNull,
} from '../../../../packages/http/src/open-api/api-document.ts'

/**
 * A shape of the interface as data: a type by name, with `?` when it may be absent and `|null` when it may be null; a
 * list of the values of an enumeration; `[shape]` for an array; an object by its fields.
 */
export type Shape = string | readonly [Shape] | { readonly oneOf: readonly string[] } | Fields
interface Fields {
  readonly [field: string]: Shape
}

/** What a schema of the document lacks of a shape. More fields than the shape has are none of it. */
export function differences(shape: Shape, given: Schema, document: ApiDocument, at = ''): string[] {
  const { schema, isNullable } = withoutNull(resolveSchema(given, document))
  const resolved = resolveSchema(schema, document)
  if (typeof shape === 'string') return ofType(shape, resolved, isNullable, at)
  if (isNullable) return [`${at} may be null`]
  if (isList(shape)) {
    if (resolved.type !== 'array' || resolved.items === undefined) return [`${at} is no array`]
    return differences(shape[0], resolved.items, document, `${at}[]`)
  }
  if (isChoice(shape)) {
    const values = resolved.enum ?? (resolved.const === undefined ? [] : [resolved.const])
    const foreign = values.filter((value) => !shape.oneOf.includes(String(value)))
    if (values.length === 0) return [`${at} is no enumeration`]
    return foreign.map((value) => `${at} may be ${String(value)}`)
  }
  return Object.entries(shape).flatMap(([name, field]) => ofField(name, field, resolved, document, at))
}

function ofField(name: string, field: Shape, schema: Schema, document: ApiDocument, at: string): string[] {
  const isOptional = name.endsWith('?')
  const key = isOptional ? name.slice(0, -1) : name
  const found = schema.properties?.[key]
  const place = at === '' ? key : `${at}.${key}`
  if (found === undefined) return [`${place} is missing`]
  const isAbsent = !isOptional && !schema.required?.includes(key)
  return [...(isAbsent ? [`${place} may be absent`] : []), ...differences(field, found, document, place)]
}

function ofType(shape: string, schema: Schema, isNullable: boolean, at: string): string[] {
  const [type, nullable] = shape.split('|')
  const faults = []
  if (isNullable !== (nullable === 'null')) faults.push(`${at} ${isNullable ? 'may' : 'must not'} be null`)
  const known = schema.type === 'integer' ? 'number' : schema.type
  if (known !== type) faults.push(`${at} is ${String(schema.type)} instead of ${type}`)
  return faults
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)
const isChoice = (shape: object): shape is { readonly oneOf: readonly string[] } =>
  'oneOf' in shape && Array.isArray(shape.oneOf)
