import { expect, test } from 'vitest'
import { siteScene, toolScene } from '../../../test/tool-scene.ts'
import { checkDocs } from './check-docs.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import { writeFile } from './write-file.ts'

test('write_file creates a file as it is given, and keeps the line endings of one that it replaces', async () => {
  const scene = toolScene({ 'a.md': 'one\r\ntwo\r\n' })
  expect(await scene.call(writeFile, { path: 'a.md', content: 'three\nfour\n' })).toBe('Replaced a.md.')
  expect(await scene.text('a.md')).toBe('three\r\nfour\r\n')
  expect(await scene.call(writeFile, { path: 'b.md', content: 'x\r\ny\n' })).toBe('Created b.md.')
  expect(await scene.text('b.md')).toBe('x\r\ny\n')
  expect(await scene.call(writeFile, { path: '.github/x.yml', content: 'x' })).toContain('error: .github')
})

const MKDOCS = 'nav:\n  - Home: index.md\n  - Guide:\n      - A: guide/a.md\n      - B: guide/b.md\n'

test('write_file enters a new page in the navigation above the documentation', async () => {
  const files = {
    'mkdocs.yml': MKDOCS,
    'docs/index.md': '# Home',
    'docs/guide/a.md': '# A',
    'docs/guide/b.md': '',
  }
  const scene = await siteScene(files, { docsPath: 'docs' })
  const content = '---\nx: 1\n---\n\n# The `c` [page](a.md)\n'
  expect(await scene.call(writeFile, { path: 'docs/guide/c.md', content, after: 'docs/guide/a.md' })).toBe(
    'Created docs/guide/c.md.\nIn mkdocs.yml: added its entry.',
  )
  expect(await scene.text('mkdocs.yml')).toBe(
    MKDOCS.replace('guide/a.md\n', 'guide/a.md\n      - The c page: guide/c.md\n'),
  )
  expect([...scene.context.touched]).toEqual(['docs/guide/c.md', 'mkdocs.yml'])
  expect(await scene.call(writeFile, { path: 'docs/guide/d.md', content: '---\nhidden: true\n---\n' })).toBe(
    'Created docs/guide/d.md.',
  )
})

test('a new page that the navigation above the documentation does not list fails the check', async () => {
  const scene = await siteScene(
    { 'mkdocs.yml': MKDOCS, 'docs/guide/a.md': '', 'docs/guide/b.md': '', 'docs/index.md': '' },
    { docsPath: 'docs' },
  )
  await scene.workspace.write('docs/guide/c.md', '# C\n')
  expect(await scene.call(checkDocs, {})).toBe(
    '- docs/guide/c.md:1 [navigation-unlisted] No entry of mkdocs.yml leads to this page, and readers would not find it: add one.',
  )
})

test('only the entries of a navigation above the documentation can be edited, and it stays where it is', async () => {
  const files = {
    'mkdocs.yml': `${MKDOCS}plugins: []\n`,
    'other/mkdocs.yml': MKDOCS,
    'docs/index.md': '# Home',
  }
  const scene = await siteScene(files, { docsPath: 'docs' })
  const edit = (path: string, old_text: string, new_text: string) =>
    scene.call(editFile, { path, old_text, new_text })
  expect(await edit('mkdocs.yml', 'Home: index', 'Start: index')).toContain('Replaced 1 occurrence')
  expect(await edit('mkdocs.yml', 'plugins: []', 'plugins: [x]')).toContain(
    'only the texts of its navigation',
  )
  expect(await edit('other/mkdocs.yml', 'Home', 'Start')).toContain('outside docs/')
  expect(await scene.call(deleteFile, { path: 'mkdocs.yml' })).toContain('stays where it is')
})
