import { type Description, listOf, objectOf } from './description.ts'

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
  const { value, file: own, key } = description.resolve(schema, file)
  if (value.example !== undefined) return value.example
  if (listOf(value.examples).length > 0) return listOf(value.examples)[0]
  if (value.default !== undefined) return value.default
  if (value.const !== undefined) return value.const
  if (listOf(value.enum).length > 0) return listOf(value.enum)[0]
  if (around.length > DEEPEST || (key !== undefined && around.includes(key))) return null
  const inside = [...around, key ?? '']
  const nested = (part: unknown) => makeExample(part, own, description, inside, budget)
  const [choice] = [...listOf(value.oneOf), ...listOf(value.anyOf)]
  const parts = listOf(value.allOf).map((part) => objectOf(nested(part)))
  const fields = Object.entries(objectOf(value.properties)).map(([name, part]) => [name, nested(part)])
  if (parts.length > 0 || fields.length > 0) return Object.assign({}, ...parts, Object.fromEntries(fields))
  if (choice !== undefined) return nested(choice)
  if (value.items !== undefined) return [nested(value.items)]
  const type = Array.isArray(value.type) ? value.type.find((each) => each !== 'null') : value.type
  if (type === 'integer' || type === 'number') return value.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'string') return BY_FORMAT[String(value.format)] ?? 'string'
  return type === undefined ? null : {}
}
