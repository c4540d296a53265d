import { expect, test } from 'vitest'
import { redirectedPaths } from './redirected-paths.ts'

const redirects = [
  { source: '/beta/:rest*', destination: '/v2/:rest*' },
  { source: '/beta/start', destination: '/quickstart#install' },
  { source: '/old/', destination: '/older' },
  { source: 'older', destination: '/new/index' },
  { source: '/blog/:year/:name', destination: '/news/:name?from=:year' },
  { source: '/api/*', destination: '/reference' },
  { source: '/away', destination: 'https://example.com/old' },
  { source: '/elsewhere', destination: '//example.com' },
  { source: '/one', destination: '/two' },
  { source: '/two', destination: '/one' },
]

test.each<[string, string[]]>([
  ['/beta/a/b', ['/v2/a/b']],
  ['/beta', ['/v2']],
  ['/beta/start', ['/quickstart']],
  ['/old', ['/older', '/new']],
  ['old/', ['/older', '/new']],
  ['/blog/2024/launch', ['/news/launch']],
  ['/blog/2024', []],
  ['/blog/2024/a/b', []],
  ['/api/users/list', ['/reference']],
  ['/away', []],
  ['/elsewhere', []],
  ['/one', ['/two']],
  ['/nowhere', []],
])('leads from %s to %j', (path, expected) => {
  expect(redirectedPaths(path, redirects)).toEqual(expected)
})

test('ends a way that grows with every hop', () => {
  expect(redirectedPaths('/a', [{ source: '/:rest*', destination: '/a/:rest*' }]).length).toBeLessThan(20)
})
