import { expect, test } from 'vitest'
import { includesOf } from '../../generators/mkdocs/included-texts.ts'
import { missingIncludes } from './missing-includes.ts'

const found = (file: string, source: string, ...files: string[]) =>
  missingIncludes(file, source, (path) => files.includes(path)).map(({ line, file: wanted }) => [
    line,
    wanted,
  ])

test.each([
  ['an imported part', 'a.mdx', "import P from './_p.mdx'\n\n<P />", [[3, '_p.mdx']]],
  ['a snippet', 'a.mdx', 'x\n\n<Snippet file="s.mdx" />', [[3, 'snippets/s.mdx']]],
  ['an included code of a book', 'a.md', '```rust\n{{#include x.rs}}\n```', [[2, 'x.rs']]],
])('names %s that is nowhere', (_what, file, source, expected) => {
  expect(found(file, source)).toEqual(expected)
})

test.each([
  ['a file that is there', 'a.mdx', "import P from './_p.mdx'\n\n<P />"],
  ['a file beside the page, where one from the root is meant too', 'b/a.mdx', '<Snippet file="s.mdx" />'],
  ['an example in a block of code', 'a.mdx', '```mdx\n<Snippet file="none.mdx" />\n```'],
  ['a template of another generator', 'a.md', '{% include "none.md" %}'],
  ['code that is imported', 'a.mdx', "import P from './p.tsx'\n\n<P />"],
])('says nothing of %s', (_what, file, source) => {
  expect(found(file, source, '_p.mdx', 's.mdx')).toEqual([])
})

test('names what a site includes in its own ways, also in code, but no template that is shown', () => {
  const includes = includesOf({ site: '', root: 'docs', extensions: [] })
  const source = '```py\n--8<-- "src/a.py"\n```\n\n```jinja\n{% include "b.html" %}\n```\n\n{! c.md !}'
  expect(missingIncludes('docs/a.md', source, () => false, { includes })).toEqual([
    { line: 2, file: 'src/a.py' },
    { line: 9, file: 'c.md' },
  ])
})
