import { z } from 'zod'

interface Schema {
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
}

/** The shape of a JSON value in one line, as TypeScript writes it: `{ id: string, tags?: string[] }`. */
export function jsonShape(schema: z.ZodType): string {
  return shapeOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema)
}

function shapeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => shapeOf({ ...schema, type })).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(shapeOf).join(' | ')
  if (schema.type === 'array') return arrayOf(shapeOf(schema.items ?? {}))
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'integer') return 'number'
  return typeof schema.type === 'string' ? schema.type : 'unknown'
}

function arrayOf(item: string): string {
  return /^[\w{]/.test(item) && !item.slice(item.lastIndexOf('}') + 1).includes(' | ')
    ? `${item}[]`
    : `(${item})[]`
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${shapeOf(additionalProperties)}>`
      : 'object'
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(field)}`,
  )
  return `{ ${fields.join(', ')} }`
}
