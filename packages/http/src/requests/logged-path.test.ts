import type { Operation } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'
import type { Route } from './route.ts'

const token = '4d5aa62c79969ea9733d83556579588b'
const route = (path: string, secretPath: boolean): Route => ({
  path,
  methods: new Map([['GET', { secretPath } as Operation]]),
})

test.each([
  [`/pulls/${token}`, route('/pulls/{token}', true), '/pulls/{token}'],
  [`/pulls/${token}/`, undefined, '/pulls/[redacted]/'],
  [`//pulls/${token}/files`, undefined, '//pulls/[redacted]/files'],
  [`/PULLS/%34${token.slice(1)}`, undefined, '/PULLS/[redacted]'],
  [
    `/v2/agent/docs/job/${token}`,
    route('/v2/agent/{project}/job/{id}', false),
    `/v2/agent/docs/job/${token}`,
  ],
  ['/wp-login.php', undefined, '/wp-login.php'],
])('logs %s as what it may show', (path, matched, shown) => {
  expect(loggedPath(path, matched)).toBe(shown)
})
