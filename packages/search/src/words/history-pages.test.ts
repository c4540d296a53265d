import { expect, test } from 'vitest'
import { asksForHistory, isHistory } from './history-pages.ts'

test.each([
  '/release-notes',
  '/changelog',
  '/docs/ChangeLog/2024',
  '/whats-new/v2',
  '/about/what-s-new',
  '/release_notes',
  '/2.0-changelog',
])('%s lists the changes of releases', (path) => {
  expect(isHistory(path)).toBe(true)
})

test.each(['/releases/create', '/history', '/router/history', '/news', '/changing-a-key', '/guides/logs'])(
  '%s is a page like others',
  (path) => {
    expect(isHistory(path)).toBe(false)
  },
)

test('a query asks for changes by its words, or by a version', () => {
  expect(asksForHistory(['releas', 'note'])).toBe(true)
  expect(asksForHistory(['middlewar', '0.7.2'])).toBe(true)
  expect(asksForHistory(['add', 'middlewar'])).toBe(false)
})
