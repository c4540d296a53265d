import type { Description } from '../description/description.ts'
import { isInternal, listOf, objectOf } from '../description/values.ts'
import { choicesOf, isNull, readSchema, valuesOf } from './read-schema.ts'

const DEEPEST = 6
/** Values in one example: schemas that all refer to each other would grow without end. */
const MOST_VALUES = 500
const BY_FORMAT: Readonly<Record<string, unknown>> = {
  'date-time': '2025-01-31T12:00:00Z',
  date: '2025-01-31',
  email: 'person@example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  uri: 'https://example.com',
}

/** An example value of a schema: the author's where there is one, else made from types. Circles end with null. */
export function makeExample(
  schema: unknown,
  file: string,
  description: Description,
  around: readonly string[] = [],
  budget: { left: number } = { left: MOST_VALUES },
): unknown {
  if (budget.left-- <= 0) return null
  const at = readSchema(schema, file, description)
  const { value, file: own, key } = at
  const isShown = (part: unknown) => !isInternal(description.resolve(part, own).value)
  if (value.example !== undefined) return value.example
  if (listOf(value.examples).length > 0) return listOf(value.examples)[0]
  if (value.default !== undefined) return value.default
  if (value.const !== undefined) return value.const
  const [first] = valuesOf(value)
  if (first !== undefined) return first
  if (around.length > DEEPEST || (key !== undefined && around.includes(key))) return null
  const inside = [...around, key ?? '']
  const nested = (part: unknown) => makeExample(part, own, description, inside, budget)
  const parts = listOf(value.allOf)
    .filter(isShown)
    .map((part) => objectOf(nested(part)))
  const fields = Object.entries(objectOf(value.properties))
    .filter(([, part]) => isShown(part))
    .map(([name, part]) => [name, nested(part)])
  if (parts.length > 0 || fields.length > 0) return Object.assign({}, ...parts, Object.fromEntries(fields))
  const choices = choicesOf(at, description)
  const choice = choices.find((each) => !isNull(each)) ?? choices[0]
  if (choice !== undefined) return makeExample(choice.value, choice.file, description, inside, budget)
  if (value.items !== undefined) return isShown(value.items) ? [nested(value.items)] : []
  const type = Array.isArray(value.type) ? value.type.find((each) => each !== 'null') : value.type
  if (type === 'integer' || type === 'number') return value.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'string') return BY_FORMAT[String(value.format)] ?? 'string'
  return type === undefined ? null : {}
}
