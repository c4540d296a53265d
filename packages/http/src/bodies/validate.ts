import { describeIssue, describeIssues, type ErrorIssue } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
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
  const result = schema.safeParse(value, { error: describeIssue })
  if (result.success) return result.data
  const found = result.error.issues.slice(0, MAX_ISSUES)
  const issues = describeIssues(found, source, 'is not a known field')
  const [first, ...others] = issues as [ErrorIssue, ...ErrorIssue[]]
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new DocentError('invalid_request', `${first.path}: ${first.message}${more}.`, { issues })
}
