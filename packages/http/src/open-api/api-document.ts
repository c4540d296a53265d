/** A JSON Schema (2020-12), as far as the document of the API uses it. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

interface Body {
  content: Readonly<Record<string, { schema: Schema; example?: unknown }>>
}

export interface ApiOperation {
  operationId: string
  summary: string
  description?: string
  tags: readonly string[]
  security: ReadonlyArray<Readonly<Record<string, unknown>>>
  deprecated?: boolean
  parameters: readonly Parameter[]
  requestBody?: Body
  responses: Readonly<
    Record<
      string,
      Partial<Body> & {
        $ref?: string
        description?: string
        headers?: Record<string, { description: string }>
      }
    >
  >
}

/** The OpenAPI document of the server, as `describeApi` makes it. */
export interface ApiDocument {
  info: { title: string; version: string; description: string }
  tags: ReadonlyArray<{ name: string }>
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

/** The schema that a reference names, or the schema itself. */
export function resolveSchema(schema: Schema, document: ApiDocument): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return (name === undefined ? undefined : document.components.schemas[name]) ?? schema
}

/** A schema without its alternative `null`, and whether it had one. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const alternatives = schema.anyOf ?? schema.oneOf
  const others = alternatives?.filter(({ type }) => type !== 'null')
  if (alternatives !== undefined && others?.length === 1 && others.length < alternatives.length) {
    const { anyOf: _, oneOf: __, ...shared } = schema
    return {
      schema: { ...shared, ...others[0], ...(schema.description && { description: schema.description }) },
      isNullable: true,
    }
  }
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const types = schema.type.filter((type) => type !== 'null')
    return {
      schema: { ...schema, type: types.length === 1 ? (types[0] ?? 'null') : types },
      isNullable: true,
    }
  }
  return { schema, isNullable: false }
}
