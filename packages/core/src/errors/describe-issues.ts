import type { z } from 'zod'
import type { ErrorIssue } from './docent-error.ts'
import { nearestName } from './nearest-name.ts'

/**
 * What a schema finds wrong with a value, one entry a field: says what to write, where zod says what it expected.
 * @param source names the value itself, for an issue at its top, such as `body`.
 * @param unknown what an unknown key is called.
 */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  source: string,
  unknown = 'is not an option',
): ErrorIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys')
      return [{ path: fieldPath(issue.path, source), message: issue.message }]
    // `describeIssue` writes one suggestion a line, in the order of the keys.
    const suggestions = issue.message.split('\n')
    return issue.keys.map((key, index) => ({
      path: fieldPath([...issue.path, key], source),
      message: `${unknown}${suggestions[index]?.startsWith(SUGGESTION) ? suggestions[index] : ''}`,
    }))
  })
}

/** `messages[0].content` */
function fieldPath(path: readonly PropertyKey[], source: string): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += text === '' ? String(part) : `.${String(part)}`
  }
  return text === '' ? source : text.slice(0, 200)
}

/** The `error` of a zod parse whose issues `describeIssues` reads. Undefined leaves it to the schema's own message. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => suggestionFor(key, knownKeys(issue.inst))).join('\n') || ' '
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

const SUGGESTION = ' (did you mean '

function suggestionFor(key: string, known: readonly string[]): string {
  const near = nearestName(key, known)
  return near === undefined ? ' ' : `${SUGGESTION}"${near}"?)`
}

/** The keys of the object schema that refused some. */
function knownKeys(schema: unknown): readonly string[] {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape
  return Object.keys(shape ?? {})
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
