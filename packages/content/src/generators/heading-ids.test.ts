import { expect, test } from 'vitest'
import { formatOf } from '../formats/formats.ts'
import { detectLayout } from '../site.ts'

async function anchors(files: Record<string, string>, source: string): Promise<string[]> {
  const path = 'docs/a.md'
  const layout = detectLayout({ files: [...Object.keys(files), path], texts: new Map(Object.entries(files)) })
  const { page, passages } = await formatOf(path, layout.formats).parse({
    ...{ path, file: path, source, root: '', site: layout, included: new Map() },
    place: () => ({ path: '/a' }),
  })
  const headings = page.headings.map(({ anchor }) => anchor)
  expect(headings).toEqual(expect.arrayContaining(passages.flatMap(({ anchor }) => anchor ?? [])))
  return headings
}

const SOURCE = `## What's new in v2.0?
## \`config.set()\` & options_of_it
## Größe: Überblick
## 3 steps
## Same
## Same
## Same
## Own {#same_3}
## 日本
`

test.each([
  [
    'MkDocs',
    { 'mkdocs.yml': 'site_name: X\n' },
    [
      'whats-new-in-v20',
      'configset-options_of_it',
      'groe-uberblick',
      '3-steps',
      'same',
      'same_1',
      'same_2',
      'same_3',
      '_1',
    ],
  ],
  [
    'MkDocs with slugs of Unicode',
    {
      'mkdocs.yml':
        'markdown_extensions:\n  - toc:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}\n',
    },
    [
      'whats-new-in-v20',
      'configset--options_of_it',
      'größe-überblick',
      '3-steps',
      'same',
      'same_1',
      'same_2',
      'same_3',
      '日本',
    ],
  ],
  [
    'MkDocs with underscores',
    { 'mkdocs.yml': 'markdown_extensions:\n  - toc: { separator: _ }\n' },
    [
      'whats_new_in_v20',
      'configset_options_of_it',
      'groe_uberblick',
      '3_steps',
      'same',
      'same_1',
      'same_2',
      'same_3',
      '_1',
    ],
  ],
  [
    'VitePress',
    { 'docs/.vitepress/config.ts': 'export default {}' },
    [
      'what-s-new-in-v2-0',
      'config-set-options-of-it',
      'große-uberblick',
      '_3-steps',
      'same',
      'same-1',
      'same-2',
      'same_3',
      '日本',
    ],
  ],
  [
    'any other site',
    {},
    [
      'whats-new-in-v20',
      'configset--options_of_it',
      'größe-überblick',
      '3-steps',
      'same',
      'same-1',
      'same-2',
      'same_3',
      '日本',
    ],
  ],
])('headings have the ids of %s', async (_, files, expected) => {
  expect(await anchors(files as Record<string, string>, SOURCE)).toEqual(expected)
})
