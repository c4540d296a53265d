import type { RouteTable } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { definePublicOperation } from '../calls/operation.ts'
import { Router } from './router.ts'

const operation = (id: string, takesRest = false) =>
  definePublicOperation({
    ...{ id, summary: '', tag: '', takesRest, reply: { status: 204, description: '' } },
    handle: async () => ({ kind: 'empty', status: 204 }),
  })
const table: RouteTable = [
  ['GET', '/jobs', operation('list')],
  ['POST', '/jobs', operation('create')],
  ['GET', '/jobs/{id}', operation('get')],
  ['GET', '/site/{domain}/{path}', operation('site', true)],
]
const router = new Router(table)

test.each([
  ['/jobs', '/jobs', {}, {}],
  ['/jobs/', '/jobs', {}, {}],
  ['/jobs?a=1&b=x+y&a=2&b%5B%5D=%zz', '/jobs', {}, { a: ['1', '2'], b: 'x y', 'b[]': '%zz' }],
  ['/jobs/a-1', '/jobs/{id}', { id: 'a-1' }, {}],
  ['/jobs/a%2Fb%20c', '/jobs/{id}', { id: 'a/b c' }, {}],
  ['/%6aobs/%61', '/jobs/{id}', { id: 'a' }, {}],
  ['/x/../jobs', '/jobs', {}, {}],
  ['http://docs.test/jobs/7?__proto__=1', '/jobs/{id}', { id: '7' }, { ['__proto__']: '1' }],
  ['/site/handbook/a/b.c', '/site/{domain}/{path}', { domain: 'handbook', path: 'a/b.c' }, {}],
])('%s is %s', (url, path, params, query) => {
  const found = router.find(url)
  expect(found.route?.path).toBe(path)
  expect(found.params).toEqual(params)
  expect(Object.entries(found.query)).toEqual(Object.entries(query))
})

test.each(['/', '/job', '/jobs/a/b', '/jobs/%ff', '//jobs', 'http://', 'jobs', ''])(
  '%j leads nowhere',
  (url) => {
    expect(router.find(url).route).toBeUndefined()
  },
)

test('a path has all its methods', () => {
  expect([...(router.find('/jobs').route?.methods.keys() ?? [])]).toEqual(['GET', 'POST'])
})
