import { expect, test } from 'vitest'
import { expandIncludes, includeCandidates } from '../../formats/markdown/expand-includes.ts'
import { detectLayout, detectLayoutWithin } from '../../site.ts'

const SNIPPETS = 'markdown_extensions:\n  - pymdownx.snippets:\n      base_path: [snippets, .]\n'
const CODE =
  'import os\n\n# --8<-- [start:run]\ndef run():\n    # --8<-- [start:inner]\n    go()\n    # --8<-- [end:inner]\n# --8<-- [end:run]\nend()\n'
const FILES: Readonly<Record<string, string>> = {
  'snippets/warn.md': 'The lantern is **hot**.\n',
  'snippets/two.md': 'Second.\n\n--8<-- "warn.md"\n',
  'docs_src/main.py': CODE,
  'docs/guide/part.md': 'Beside the page.\n',
  'README.md': '# Top\n\n<!-- begin -->\nWhat it is.\n<!-- end -->\n\nMore.\n',
  'lines.txt': 'one\ntwo\nthree\nfour\nfive\n',
}

function shown(source: string, { config = SNIPPETS, path = 'docs/guide/a.md' } = {}): string {
  const layout = detectLayout({ files: ['mkdocs.yml', path], texts: new Map([['mkdocs.yml', config]]) })
  return expandIncludes(path, source, (file) => FILES[file], layout)
}

test.each([
  ['a file', '--8<-- "warn.md"', 'The lantern is **hot**.'],
  ['a file in single quotes', "-8<- 'warn.md'", 'The lantern is **hot**.'],
  ['a file that takes another', '--8<-- "two.md"', 'Second.\n\nThe lantern is **hot**.'],
  ['a file beside the page', '--8<-- "part.md"', 'Beside the page.'],
  ['a section', '```py\n--8<-- "docs_src/main.py:run"\n```', '```py\ndef run():\n    go()\n```'],
  ['a section within one, moved to the left', '--8<-- "docs_src/main.py:inner"', 'go()'],
  ['lines', '--8<-- "lines.txt:2:3"', 'two\nthree'],
  ['lines from the beginning', '--8<-- "lines.txt::2"', 'one\ntwo'],
  ['lines to the end', '--8<-- "lines.txt:4"', 'four\nfive'],
  ['lines in several ranges', '--8<-- "lines.txt:1:1,4:4"', 'one\nfour'],
  ['lines from the end', '--8<-- "lines.txt:-2:"', 'four\nfive'],
  ['a block of files', '--8<--\nwarn.md\n; part.md\nlines.txt:1:1\n--8<--', 'The lantern is **hot**.\none\n'],
  ['a file in a list', '- a\n\n    --8<-- "lines.txt:1:2"', '- a\n\n    one\n    two'],
  ['no file, behind a semicolon', ';--8<-- "warn.md"', ';--8<-- "warn.md"'],
  ['no file, where there is none', '--8<-- "gone.md"', '--8<-- "gone.md"'],
  ['markdown-include', 'See {!snippets/warn.md!}', 'See The lantern is **hot**.'],
  ['lines of markdown-include', '{!lines.txt!lines=1 3-4}', 'one\nthree\nfour'],
  ['lines of mdx_include', '{!> ../lines.txt [ln:2-3] !}', 'two\nthree'],
  ['a variant', '{* ../docs_src/main.py ln[9] hl[1] *}', '```py\nend()\n```'],
  ['a variant with lines', '{* lines.txt ln[2:3] *}', '```txt\ntwo\nthree\n```'],
  [
    'a part between marks',
    '{% include-markdown "../../README.md"\n   start="<!-- begin -->\\n" end="<!-- end -->" %}',
    'What it is.',
  ],
])('MkDocs includes %s', (_, source, expected) => {
  expect(shown(source)).toBe(expected)
})

test('appends what the configuration appends to each page', () => {
  const config = 'markdown_extensions:\n  - pymdownx.snippets:\n      auto_append: [snippets/warn.md]\n'
  expect(shown('# A', { config })).toBe('# A\n\nThe lantern is **hot**.\n')
})

test('names files above the documentation folder from there', () => {
  const config = new Map([['mkdocs.yml', '']])
  const layout = detectLayoutWithin({ files: ['a.md'], texts: new Map() }, [
    { inside: 'docs/en', texts: new Map([['docs/en/mkdocs.yml', 'docs_dir: .\n'], ...config]) },
  ])
  expect(includeCandidates('a.md', '{* ../../docs_src/first.py *}', layout)).toContain(
    '../../docs_src/first.py',
  )
})
