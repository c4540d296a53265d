import type { Description, Resolved } from '../description/description.ts'
import { isInternal, type Json, listOf } from '../description/values.ts'

/** Wrappers around wrappers. */
const MOST_WRAPPERS = 10
const NESTING = [
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'contains',
  'dependentSchemas',
  'propertyNames',
  'additionalProperties',
] as const

/**
 * A schema as a reader takes it: without what only wraps another schema, such as `allOf` around a reference with a
 * description beside it, or a choice between a schema and null.
 */
export function readSchema(schema: unknown, file: string, description: Description): Resolved {
  let at = description.resolve(schema, file)
  for (let hops = 0; hops < MOST_WRAPPERS; hops++) {
    const inner = wrapped(at, description)
    if (inner === undefined) return at
    const { allOf: _all, oneOf: _one, anyOf: _any, ...own } = at.value
    at = { ...inner, value: { ...inner.value, ...own } }
  }
  return at
}

/** Whether a schema has parts to show below it. */
export function hasParts(value: Json): boolean {
  return NESTING.some((key) => isSomething(value[key]))
}

/** The choices of `oneOf` and `anyOf` that readers may see. */
export function choicesOf({ value, file }: Resolved, description: Description): Resolved[] {
  return [...listOf(value.oneOf), ...listOf(value.anyOf)]
    .map((choice) => readSchema(choice, file, description))
    .filter((choice) => !isInternal(choice.value))
}

export function isNull({ value }: Resolved): boolean {
  const values = listOf(value.enum)
  return value.type === 'null' || value.const === null || (values.length === 1 && values[0] === null)
}

/** Allowed values, also those that a list may grow by (`x-extensible-enum`). */
export function valuesOf(value: Json): readonly unknown[] {
  return listOf(value.enum ?? value['x-extensible-enum'])
}

function wrapped({ value, file }: Resolved, description: Description): Resolved | undefined {
  const { allOf, oneOf, anyOf, ...own } = value
  if (hasParts(own)) return undefined
  const all = listOf(allOf)
  const choices = [...listOf(oneOf), ...listOf(anyOf)]
  if (all.length > 0 && choices.length > 0) return undefined
  if (all.length > 0) return joined(all.map((part) => description.resolve(part, file)))
  if (choices.length === 0 || choices.length > 2) return undefined
  const resolved = choices.map((choice) => description.resolve(choice, file))
  const [only, another] = resolved.filter((choice) => !isNull(choice))
  if (only === undefined || another !== undefined) return undefined
  return resolved.length === 1 ? only : { ...only, value: { ...only.value, nullable: true } }
}

/** Parts of one schema of which at most one has parts itself: the others only describe it. */
function joined(parts: readonly Resolved[]): Resolved | undefined {
  const [main, another] = parts.filter(({ value }) => hasParts(value))
  if (another !== undefined) return undefined
  const base = main ?? parts[0]
  if (base === undefined) return undefined
  const values = new Set(parts.flatMap(({ value }) => listOf(value.enum)))
  const value = Object.assign(
    {},
    ...parts.map((part) => part.value),
    values.size > 0 ? { enum: [...values] } : {},
  )
  return { ...base, value }
}

function isSomething(part: unknown): boolean {
  return typeof part === 'object' && part !== null && Object.keys(part).length > 0
}
