import { expect, test } from 'vitest'
import type { ChangeSummary } from '../../ports/workspaces.ts'
import { titleOfChanges } from './change-title.ts'

const change = (kind: ChangeSummary['change'], path: string, from?: string): ChangeSummary => ({
  path,
  change: kind,
  added: 1,
  removed: 0,
  ...(from === undefined ? {} : { from }),
})
const edits = (...paths: string[]) => paths.map((path) => change('modified', path))

test.each<[string, ChangeSummary[]]>([
  ['Update quickstart', edits('docs/quickstart.mdx')],
  ['Update guides', edits('docs/guides/index.md')],
  ['Update README', edits('README.md')],
  ['Add webhooks', [change('added', 'docs/api/webhooks.md')]],
  ['Delete old-api', [change('deleted', 'old-api.adoc')]],
  ['Move start to docs/quickstart', [change('renamed', 'docs/quickstart.md', 'docs/start.md')]],
  ['Update install and quickstart', edits('install.md', 'quickstart.md')],
  ['Update a, b, and c', edits('a.md', 'b.md', 'c.md')],
  ['Update a, b, c, and 3 more pages', edits('a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md')],
  ['Update api/auth and guides/auth', edits('api/auth.md', 'guides/auth.md')],
  ['Add webhooks and update quickstart', [...edits('quickstart.md'), change('added', 'webhooks.md')]],
  ['Update quickstart', edits('docs.json', 'quickstart.mdx')],
  ['Update docs.json', edits('docs.json')],
  ['Update größe', edits('größe.md')],
  ['Update the documentation', []],
])('%s', (title, changes) => {
  expect(titleOfChanges(changes)).toBe(title)
})

test('is at most 72 characters long, with the prefix, and counts what does not fit', () => {
  const long = (letter: string) => `${letter.repeat(40)}.md`
  expect(titleOfChanges(edits(long('a'), long('b')))).toBe(`Update ${'a'.repeat(40)} and 1 more page`)
  expect(titleOfChanges(edits(`${'a'.repeat(80)}.md`))).toBe('Update 1 page')
  const title = titleOfChanges(edits(long('a'), long('b')), 'docs(handbook): ')
  expect(title).toBe('docs(handbook): update 2 pages')
  const all = (['added', 'renamed', 'deleted', 'modified'] as const).flatMap((kind) => [
    change(kind, long(kind[0] ?? ''), 'old.md'),
    change(kind, long(kind[1] ?? ''), 'older.md'),
  ])
  expect(titleOfChanges(all, `${'x'.repeat(48)}: `)).toBe(`${'x'.repeat(48)}: change 8 pages`)
})

test('begins in lower case after a prefix with a colon, and on one line', () => {
  expect(titleOfChanges(edits('quickstart.md'), 'docs: ')).toBe('docs: update quickstart')
  expect(titleOfChanges(edits('quickstart.md'), '[docs] ')).toBe('[docs] Update quickstart')
  expect(titleOfChanges(edits('a\nb.md'))).toBe('Update a b')
})
