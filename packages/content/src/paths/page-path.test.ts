import { expect, test } from 'vitest'
import { contentHash } from '../basics/content-hash.ts'
import { isDocumentationFile, normalizePagePath, pagePathOf } from './page-path.ts'

test.each([
  ['docs/guides/quickstart.mdx', 'docs', '/guides/quickstart'],
  ['docs/guides/index.md', './docs/', '/guides'],
  ['docs/index.mdx', 'docs', '/'],
  ['index.mdx', '', '/'],
  ['other/a.md', 'docs', '/other/a'],
  ['docs\\a\\b.MDX', 'docs', '/a/b'],
])('the page of %s under %j is %s', (file, root, path) => {
  expect(pagePathOf(file, root)).toBe(path)
})

test('route paths have one form', () => {
  expect(['', '/', 'a/', '//a//b', '/a/./../b/index'].map(normalizePagePath)).toEqual([
    '/',
    '/',
    '/a',
    '/a/b',
    '/b',
  ])
})

test('only Markdown and MDX are documentation files', () => {
  expect(['a.md', 'b/c.MDX', 'a.txt', 'md', 'a.md.bak'].filter(isDocumentationFile)).toEqual([
    'a.md',
    'b/c.MDX',
  ])
})

test('equal texts have equal hashes', () => {
  expect(contentHash('ä')).toBe(contentHash('ä'))
  expect(contentHash('ä')).not.toBe(contentHash('a'))
})
