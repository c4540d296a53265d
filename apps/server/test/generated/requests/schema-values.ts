import fc from 'fast-check'
import type { Schema } from '../../../../../packages/http/src/open-api/api-document.ts'
import { DOCUMENT } from '../../open-api/published-document.ts'

type Values = fc.Arbitrary<unknown>

const DEEPEST = 6
const known = new Map<Schema, Values>()

/** Values that fit a schema of the document, as far as the schema tells. */
export function valuesOf(schema: Schema, depth = 0): Values {
  const found = known.get(schema)
  if (found) return found
  const made = make(schema, depth)
  if (depth === 0) known.set(schema, made)
  return made
}

function make(schema: Schema, depth: number): Values {
  if (schema.$ref !== undefined) {
    const named = DOCUMENT.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
    return named === undefined || depth > DEEPEST ? fc.constant({}) : valuesOf(named, depth + 1)
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return fc.oneof(...alternatives.map((each) => valuesOf(each, depth + 1)))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const ofTypes = fc.oneof(...types.map((type) => ofType(type, schema, depth)))
  if (!schema.examples?.length) return ofTypes
  return fc.oneof(ofTypes, fc.constantFrom(...schema.examples))
}

function ofType(type: string | undefined, schema: Schema, depth: number): Values {
  switch (type) {
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(schema.items && depth < DEEPEST ? valuesOf(schema.items, depth + 1) : fc.jsonValue(), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      })
    case 'object':
      return objects(schema, depth)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function objects({ properties = {}, required = [] }: Schema, depth: number): Values {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, depth < DEEPEST ? valuesOf(schema, depth + 1) : fc.constant(null)] as const,
  )
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  })
}

function texts({ format, pattern, minLength = 0, maxLength = 200 }: Schema & { pattern?: string }): Values {
  if (format === 'date') return dates.map((date) => date.slice(0, 10))
  if (format === 'date-time') return dates
  if (format === 'uri') return fc.webUrl()
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern))
    } catch {
      // It has a construct that only matching knows, not generating.
    }
  }
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)), unit: 'grapheme' })
}

const dates = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
