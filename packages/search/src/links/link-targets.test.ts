import { expect, test } from 'vitest'
import { LinkTargets } from './link-targets.ts'

const start = { path: '/guides/start', file: 'docs/guides/1-start.md' }
const targets = new LinkTargets([
  start,
  { path: '/guides', file: 'docs/guides/index.mdx' },
  { path: '/guides/next', file: 'docs/guides/2-next.md' },
  { path: '/reference/api', file: 'docs/reference/api.md' },
  { path: '/', file: 'docs/index.md' },
])

test.each([
  ['/reference/api', '/reference/api'],
  ['/reference/api/', '/reference/api'],
  ['/reference/api.html', '/reference/api'],
  ['/docs/reference/api', '/reference/api'],
  ['/docs', undefined],
  ['./2-next.md', '/guides/next'],
  ['2-next', '/guides/next'],
  ['next', '/guides/next'],
  ['../next', '/guides/next'],
  ['../reference/api.md', '/reference/api'],
  ['..', '/'],
  ['/', '/'],
  ['', undefined],
  ['/guides/start', undefined],
  ['/nowhere', undefined],
])('leads from %s to %s', (target, expected) => {
  expect(targets.find(target, start)).toBe(expected)
})
