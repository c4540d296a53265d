import { DocentError } from '@docent/core/plugin'
import { HostRefusal, mapHostFailure } from '@docent/git-host'
import { describe, expect, it } from 'vitest'
import { VARIABLES } from './options.ts'
import { refusals } from './refusals.ts'

const words = {
  vendor: 'GitHub',
  pull: 'pull request',
  repository: 'repository',
  path: 'OWNER/NAME',
  plugin: 'git-github',
  variables: VARIABLES,
  grant: () => 'give the token access',
}
const context = {
  words,
  rules: refusals('token'),
  repository: 'acme/docs',
  doing: 'open a pull request',
  now: 1_000_000,
}
const mapError = mapHostFailure

/** As Octokit reads it: the message has what is wrong with which field. */
function reply(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  data: { errors: object[] } = { errors: [] },
): Error {
  const errors = data.errors.map((each) => JSON.stringify(each)).join(', ')
  return new HostRefusal(status, errors ? `${message}: ${errors}` : message, headers)
}

describe('a refusal of GitHub', () => {
  it.each([
    ['suspended installation', reply(403, 'This installation has been suspended'), /suspended/],
    [
      'single sign-on',
      reply(403, 'Resource protected', { 'x-github-sso': 'required; url=…' }),
      /single sign-on/,
    ],
    ['archived repository', reply(403, 'Repository was archived so is read-only.'), /Unarchive it/],
    ['too few permissions', reply(403, 'Resource not accessible by integration'), /"Read and write"/],
    ['blocked repository', reply(451, 'Repository access blocked'), /knows no repository acme\/docs/],
  ])('for a person to mend says so: %s', (_name, error, message) => {
    const mapped = mapError(error, context)
    expect([mapped.code, mapped.isRetryable]).toEqual(['git_host_misconfigured', false])
    expect(mapped.message).toMatch(message)
  })

  it.each([
    ['Retry-After', reply(429, 'slow down', { 'retry-after': '7' }), 7000],
    ['reset', reply(403, 'limit', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1030' }), 30_000],
    [
      'reset that passed',
      reply(403, 'limit', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }),
      1000,
    ],
    ['secondary limit without a time', reply(403, 'You have exceeded a secondary rate limit'), 60_000],
  ])('for a limit says when to come back: %s', (_name, error, retryAfterMs) => {
    expect(mapError(error, context)).toMatchObject({
      code: 'git_host_failed',
      isRetryable: true,
      retryAfterMs,
    })
  })

  it('is retryable only when a later try may succeed', () => {
    const head = { errors: [{ resource: 'PullRequest', field: 'head', code: 'invalid' }] }
    const retryable = (error: Error) => mapError(error, context).isRetryable
    expect(retryable(reply(502, 'Bad Gateway'))).toBe(true)
    expect(retryable(reply(422, 'Validation Failed', {}, head))).toBe(true)
    expect(
      retryable(reply(422, 'No commits between main and docs', {}, { errors: [{ code: 'custom' }] })),
    ).toBe(false)
    expect(retryable(reply(406, 'Sorry, the diff exceeded the maximum number of lines'))).toBe(false)
  })
})

it('keeps errors of Docent, and takes programming errors for no outage', () => {
  const own = new DocentError('not_found', 'none')
  expect(mapError(own, context)).toBe(own)
  expect(mapError(new RangeError('odd'), context).isRetryable).toBe(false)
})
