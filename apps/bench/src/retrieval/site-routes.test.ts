import { parsePage } from '@docent/content'
import { expect, test } from 'vitest'
import { siteRoutes } from './site-routes.ts'

const FILES = [
  'index.md',
  'guides/index.md',
  'guides/keys.md',
  'guides/_index.md',
  '1.start/2.install.mdx',
  '1.start/v1.2-notes.md',
  'twice/page.md',
  '01-twice/page.md',
]
const pages = FILES.map((file) => parsePage(file, '# Page'))
const routeOf = siteRoutes({ name: 'docs', pages })
const from = (file: string) => {
  const found = pages.find(({ page }) => page.file === file)?.page
  if (found === undefined) throw new Error(`There is no ${file}.`)
  return found
}

test.each([
  ['from the folder of the file', './keys.md#rotate', 'guides/index.md', '/guides/keys'],
  ['from the address of the page', '../keys', 'guides/_index.md', '/guides/keys'],
  ['below a prefix that the folders lack', '/docs/guides/keys/', 'index.md', '/guides/keys'],
  ['without the numbers for the order', '/start/install', 'index.md', '/1.start/2.install'],
  ['with them', '/1.start/2.install', 'index.md', '/1.start/2.install'],
  ['with a version in its name', '/start/v1.2-notes', 'index.md', '/1.start/v1.2-notes'],
  ['the page of the top', '/', 'guides/keys.md', '/'],
])('finds a page %s', (_, target, file, path) => {
  expect(routeOf(target, from(file))).toBe(path)
})

test.each([
  ['no page', '/guides/none'],
  ['either of two', '/twice/page'],
  ['another site', '//example.com/guides/keys'],
  ['no address at all', 'http://['],
])('finds nothing for a link to %s', (_, target) => {
  expect(routeOf(target, from('index.md'))).toBeUndefined()
})
