import { DocentError, type ErrorIssue } from '@docent/core'
import type { z } from 'zod'

/** Issues that a reply lists; a body can have one wrong thing a thousand times. */
const MAX_ISSUES = 20

/**
 * The value as its schema reads it.
 * @param source what an issue at the top is about, such as `body`.
 * @throws DocentError `invalid_request` with one issue a wrong field.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  source: string,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: describe })
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, MAX_ISSUES).flatMap((issue) => issuesOf(issue, source))
  const [first, ...others] = issues as [ErrorIssue, ...ErrorIssue[]]
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new DocentError('invalid_request', `${first.path}: ${first.message}${more}.`, { issues })
}

function issuesOf(issue: z.core.$ZodIssue, source: string): ErrorIssue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: fieldPath([...issue.path, key], source),
      message: 'is not a known field',
    }))
  return [{ path: fieldPath(issue.path, source), message: issue.message }]
}

/** `messages[0].content` */
export function fieldPath(path: readonly PropertyKey[], source: string): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += text === '' ? String(part) : `.${String(part)}`
  }
  return text === '' ? source : text.slice(0, 200)
}

/** Says what to send, where zod would say what it expected. Undefined leaves it to the schema's own message. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return `must have at least ${issue.minimum} ${unit(issue.origin, issue.minimum)}`.replace(
        NUMBER_BOUND,
        'must be at least $1',
      )
    case 'too_big':
      return `must have at most ${issue.maximum} ${unit(issue.origin, issue.maximum)}`.replace(
        NUMBER_BOUND,
        'must be at most $1',
      )
    default:
      return undefined
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  record: 'an object',
}

const NUMBER_BOUND = /^must have at (?:least|most) (\S+) number$/

function unit(origin: string, count: number | bigint): string {
  if (origin === 'string') return Number(count) === 1 ? 'character' : 'characters'
  if (origin === 'array') return Number(count) === 1 ? 'item' : 'items'
  return 'number'
}
