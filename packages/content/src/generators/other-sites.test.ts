import { expect, test } from 'vitest'
import { detectLayout } from '../site.ts'
import { otherSites } from './other-sites.ts'

const files = [
  'doc/dev/book.toml',
  'doc/dev/src/SUMMARY.md',
  'doc/dev/src/a.md',
  'doc/user/book.toml',
  'doc/user/src/SUMMARY.md',
  ...['a', 'b', 'c'].map((name) => `doc/user/src/${name}.md`),
  'examples/demo/book.toml',
  'examples/demo/src/a.md',
]
const texts = new Map([
  ['doc/dev/src/SUMMARY.md', '- [A](a.md)\n'],
  ['doc/user/src/SUMMARY.md', '- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n'],
])

test('of two sites, the one with more pages is the documentation, and the other is named', () => {
  const layout = detectLayout({ files, texts })
  expect(layout.root).toBe('doc/user/src')
  expect(otherSites(layout, files)).toEqual([{ file: 'doc/dev/book.toml', folder: 'doc/dev', pages: 2 }])
})

test('a site alone has no other', () => {
  const alone = files.filter((file) => !file.startsWith('doc/dev/'))
  expect(otherSites(detectLayout({ files: alone, texts }), alone)).toEqual([])
})
