import { z } from 'zod'

/** One option of a schema, as documentation and `docent config` show it. */
export interface SchemaOption {
  /** Dotted, such as `agent.author.name`. Options of list items stand under their list. */
  readonly name: string
  /** What it takes, such as `integer, 1 to 64`. */
  readonly type: string
  /** The default as written in the configuration, or in words; 'required' and 'none' where there is none, '' for a group. */
  readonly default: string
  /** Markdown. */
  readonly text: string
}

interface JsonSchema {
  const?: unknown
  type?: string
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  required?: readonly string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
}

/** Every option of a schema in its order, with what its `.describe()` says. A default in words ends that: `Default: the id.` */
export function schemaOptions(schema: z.ZodType): SchemaOption[] {
  return optionsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '')
}

function optionsOf(schema: JsonSchema, prefix: string): SchemaOption[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const isRequired = schema.required?.includes(key) ?? false
    const parts = [property, property.items ?? {}, ...(property.anyOf ?? [])]
    return [option(name, property, isRequired), ...parts.flatMap((part) => optionsOf(part, name))]
  })
}

function option(name: string, schema: JsonSchema, isRequired: boolean): SchemaOption {
  const { description = '' } = schema
  const [, inWords] = /(?<=^|\s)Default: ([^.:]+)\.$/.exec(description) ?? []
  const text =
    inWords === undefined ? description : description.slice(0, -`Default: ${inWords}.`.length).trimEnd()
  const isGroup = schema.properties !== undefined
  const fallback = inWords ?? defaultOf(schema.default) ?? (isRequired ? 'required' : 'none')
  return { name, type: typeOf(schema), default: isGroup ? (inWords ?? '') : fallback, text }
}

function defaultOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number') return value.toLocaleString('en-US')
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``
}

function typeOf(schema: JsonSchema): string {
  const { type, format, anyOf, items } = schema
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (type === 'array') return items?.anyOf ? 'list of such' : `list of ${plural(items ?? {})}`
  if (type === 'integer' || type === 'number') return [type, rangeOf(schema)].filter(Boolean).join(', ')
  if (format === 'uri') return 'URL'
  return format === 'date' ? 'date' : (type ?? 'object')
}

function plural(items: JsonSchema): string {
  const type = typeOf(items)
  if (type === 'URL' || type === 'string' || type === 'object') return `${type}s`
  return type.replace(/^list of/, 'lists of')
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const [from, to] = [minimum, maximum].map((limit) =>
    limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER
      ? undefined
      : limit.toLocaleString('en-US'),
  )
  if (exclusiveMinimum !== undefined)
    return `more than ${exclusiveMinimum}${to === undefined ? '' : `, at most ${to}`}`
  if (from !== undefined && to !== undefined) return `${from} to ${to}`
  if (from !== undefined) return `at least ${from}`
  return to === undefined ? '' : `at most ${to}`
}
