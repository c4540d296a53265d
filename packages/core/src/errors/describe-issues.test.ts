import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue, describeIssues } from './describe-issues.ts'

const schema = z.strictObject({
  projects: z.array(z.strictObject({ repository: z.string(), docsPath: z.string().optional() })).default([]),
  http: z.strictObject({ port: z.int().min(1).optional() }).prefault({}),
})

const issuesOf = (value: unknown) => {
  const result = schema.safeParse(value, { error: describeIssue })
  return result.success
    ? []
    : describeIssues(result.error.issues, 'config').map(({ path, message }) => `${path} ${message}`)
}

describe('describeIssues', () => {
  test.each([
    [{ project: [] }, ['project is not an option (did you mean "projects"?)']],
    [{ colour: 1 }, ['colour is not an option']],
    [
      { projects: [{ repositry: 'x', docPath: 'y', zzz: 1 }] },
      [
        'projects[0].repository is required',
        'projects[0].repositry is not an option (did you mean "repository"?)',
        'projects[0].docPath is not an option (did you mean "docsPath"?)',
        'projects[0].zzz is not an option',
      ],
    ],
    [{ http: { port: '3000' } }, ['http.port must be a number']],
    [{ http: { port: 0 } }, ['http.port must be at least 1']],
    [[], ['config must be an object']],
  ])('says of %j what to write instead', (value, expected) => {
    expect(issuesOf(value)).toEqual(expected)
  })
})
