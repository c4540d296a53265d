import { expect, test } from 'vitest'
import { unreadPages } from '../../layout/unread-pages.ts'
import { detectLayout } from '../../site.ts'

test.each([
  ["source_suffix = '.txt'", ['docs/a.txt']],
  ["source_suffix = {\n    '.rst': 'restructuredtext',\n    '.txt': 'restructuredtext',\n}", ['docs/a.txt']],
  ["source_suffix = ['.rst']", []],
  ['', []],
])('documents with an ending that is not read are reported: %j', (script, unread) => {
  const files = ['docs/conf.py', 'docs/index.rst', 'docs/a.txt', 'notes.txt', 'docs/parts/b.txt']
  const texts = new Map([['docs/conf.py', `exclude_patterns = ['parts']\n${script}\n`]])
  expect(unreadPages(detectLayout({ files, texts }), files)).toEqual(unread)
})
