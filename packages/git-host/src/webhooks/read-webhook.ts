import { createHash, timingSafeEqual } from 'node:crypto'
import { DocentError } from '@docent/core/plugin'
import type { z } from 'zod'

/** Headers of a delivery by their names in lower case. */
export function headersOf(headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

export function firstOf(headers: ReadonlyMap<string, string>, names: readonly string[]): string {
  return names.map((name) => headers.get(name)).find((value) => value !== undefined) ?? ''
}

/** Compares in constant time, whatever the lengths. */
export function isSameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** @throws DocentError `invalid_json` */
export function parsePayload(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    const message = 'The webhook is not JSON. Set its content type to application/json.'
    throw new DocentError('invalid_json', message, { cause })
  }
}

/** @throws DocentError `invalid_request` when it is no payload of that vendor. */
export function readPayload<Schema extends z.ZodType>(
  vendor: string,
  schema: Schema,
  payload: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new DocentError('invalid_request', `The webhook is not a payload of ${vendor}.`, { issues })
}
