import type { z } from 'zod'

/** What is wrong with a request, one line a field. */
export function describeIssues(parsed: z.ZodSafeParseResult<unknown>): string[] {
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}
