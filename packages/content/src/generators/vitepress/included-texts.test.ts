import { expect, test } from 'vitest'
import { expandIncludes } from '../../formats/markdown/expand-includes.ts'
import { detectLayout } from '../../site.ts'

const FILES: Readonly<Record<string, string>> = {
  'docs/snippets/s.ts':
    'import x\n\n// #region foo\nexport const a = 1\n  // #region inner\n  b()\n  // #endregion inner\n// #endregion foo\nlast()\n',
  'docs/guide/t.py': '# region main\n    def run():\n        pass\n# endregion\n',
  'docs/guide/fence.md': '````\n```\n````\n',
  'docs/parts/p.md':
    '---\ntitle: P\n---\n\nFirst.\n\n## Basic usage\n\nUse it.\n\n### Deeper\n\nMore.\n\n## Next\n\nElse.\n',
  'docs/parts/lines.md': 'one\ntwo\nthree\nfour\n',
  'docs/parts/region.md': 'a\n\n<!-- #region part -->\nIn it.\n<!-- #endregion part -->\n\nb\n',
}

function shown(source: string): string {
  const config = 'docs/.vitepress/config.ts'
  const layout = detectLayout({
    files: [config, 'docs/guide/a.md'],
    texts: new Map([[config, "export default { title: 'X' }"]]),
  })
  return expandIncludes('docs/guide/a.md', source, (file) => FILES[file], layout).trim()
}

test.each([
  ['a region', '<<< @/snippets/s.ts#foo', '```ts\nexport const a = 1\n  b()\n```'],
  ['a region within one', '<<< ../snippets/s.ts#inner{1} [Title]', '```ts [Title]\nb()\n```'],
  ['a region of another language', '<<< ./t.py#main', '```py\ndef run():\n    pass\n```'],
  ['a language', '<<< ./t.py{1,2-3 python:line-numbers}', '```python\n    def run():\n        pass\n```'],
  ['code with a fence', '<<< ./fence.md', '`````md\n````\n```\n````\n`````'],
  [
    'a page',
    '<!--@include: ../parts/p.md#basic-usage-->',
    '## Basic usage\n\nUse it.\n\n### Deeper\n\nMore.',
  ],
  ['lines of a page', '<!-- @include: ../parts/lines.md{2,3} -->', 'two\nthree'],
  ['lines to the end', '<!-- @include: @/parts/lines.md{3,} -->', 'three\nfour'],
  ['lines from the beginning', '<!-- @include: ../parts/lines.md{,1}-->', 'one'],
  ['a region of a page', '<!-- @include: ../parts/region.md#part -->', 'In it.'],
  ['no file, where there is none', '<<< ./gone.ts', '<<< ./gone.ts'],
])('VitePress includes %s', (_, source, expected) => {
  expect(shown(source)).toBe(expected)
})

test('leaves the frontmatter of an included page out', () => {
  expect(shown('<!--@include: ../parts/p.md-->')).not.toContain('title')
})
