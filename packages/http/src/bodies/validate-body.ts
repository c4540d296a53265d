import type { z } from 'zod'
import { validate } from './validate.ts'

/** No body of ours is deeper; one that is nested without end must not fill the stack. */
const MAX_DEPTH = 12

/**
 * The body as its schema reads it. Null stands for "not given", because many clients send it for every field that they
 * leave empty; in a field that must be given it is refused as the value that it is.
 * @throws DocentError `invalid_request`
 */
export function validateBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const given = withoutNulls(body, 0)
  const result = schema.safeParse(given)
  if (result.success) return result.data
  for (const { path } of result.error.issues) restoreNull(given, body, path)
  return validate(schema, given, 'body')
}

/** Entries of lists stay, because their places mean something. */
function withoutNulls(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((entry) => withoutNulls(entry, depth + 1))
  const given = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(given.map(([name, field]) => [name, withoutNulls(field, depth + 1)]))
}

function restoreNull(given: unknown, body: unknown, path: readonly PropertyKey[]): void {
  const [name, ...rest] = path
  if (name === undefined || !isRecord(given) || !isRecord(body) || !Object.hasOwn(body, name)) return
  if (body[name] === null) given[name] = null
  else restoreNull(given[name], body[name], rest)
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
