import { z } from 'zod'

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** Dotted names of all options of a schema, such as `agent.author.name`; those of list items stand under the list. */
export function optionsOf(schema: z.ZodType): string[] {
  return named(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '')
}

function named(schema: JsonSchema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const alternatives = property.anyOf ?? []
    return [
      path,
      ...named(property, path),
      ...named(property.items ?? {}, path),
      ...alternatives.flatMap((alternative) => named(alternative, path)),
    ]
  })
}
