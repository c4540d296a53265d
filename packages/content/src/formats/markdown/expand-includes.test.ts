import { describe, expect, test } from 'vitest'
import { expandIncludes, includeCandidates } from './expand-includes.ts'

const files: Record<string, string> = {
  'docs/snippets/note.mdx': '---\ntitle: Note\n---\n\nMind the **lantern**.',
  'docs/guides/_part.mdx': 'A part.',
  'docs/loop.mdx': "import Loop from './loop.mdx'\n\nRound <Loop />",
  'docs/outer.mdx': "import Note from '/snippets/note.mdx'\n\nOuter: <Note />",
}
const read = (file: string) => files[file]
const expand = (file: string, source: string) => expandIncludes(file, source, read, { root: 'docs' })

test.each([
  ["import Note from '/snippets/note.mdx'\n\nBefore\n\n<Note />\n\nAfter"],
  ['import Note from "../snippets/note.mdx";\n\n<Note kind="x" />'],
  ['<Snippet file="note.mdx" />'],
])('puts the text of an included file in its place: %s', (source) => {
  const withMd = (file: string) => read(file) ?? read(file.replace(/\.md$/, '.mdx'))
  const text = expandIncludes('docs/guides/a.mdx', source, withMd, { root: 'docs' })
  expect(text).toContain('Mind the **lantern**.')
  expect(text).not.toContain('title: Note')
})

test('follows includes of included files, and ends at circles', () => {
  expect(expand('docs/a.mdx', "import Outer from './outer.mdx'\n\n<Outer />")).toContain('lantern')
  expect(expand('docs/loop.mdx', files['docs/loop.mdx'] ?? '')).toBe(files['docs/loop.mdx'])
})

test('leaves as it is what it cannot resolve', () => {
  const source = "import Gone from './gone.mdx'\nimport Card from './card.tsx'\n\n<Gone />\n<Card />"
  expect(expand('docs/a.mdx', source)).toBe(source)
})

test('names the files that a page may take texts from', () => {
  expect(
    includeCandidates('docs/guides/a.mdx', "import Part from './_part.mdx'\n\n<Part />", { root: 'docs' }),
  ).toEqual(['docs/guides/_part.mdx'])
  expect(includeCandidates('docs/a.md', 'No includes here, only words about import.')).toEqual([])
})

test('takes a bounded amount of text from files that include each other by the thousand', () => {
  const each = (name: string) => `import X from './${name}.mdx'\n\n${'<X />\n'.repeat(1_000)}`
  const chain: Record<string, string> = {
    'a.mdx': each('b'),
    'b.mdx': each('c'),
    'c.mdx': each('d'),
    'd.mdx': '',
  }
  let reads = 0
  expandIncludes('a.mdx', chain['a.mdx'] ?? '', (file) => {
    reads += 1
    return chain[file]
  })
  expect(reads).toBeLessThan(10_000)
})

describe('includes of mdBook', () => {
  const code =
    'use std::io;\n\n// ANCHOR: here\nfn main() {\n    // ANCHOR: inner\n    run();\n    // ANCHOR_END: inner\n}\n// ANCHOR_END: here\n'
  const parts: Record<string, string> = {
    'listings/main.rs': code,
    'src/part.md': 'One {{#include ../listings/main.rs:1}}',
  }
  const included = (source: string) =>
    expandIncludes('src/a.md', source, (file) => parts[file], { root: 'src' })

  test.each([
    ['{{#include ../listings/main.rs:1}}', 'use std::io;'],
    ['{{#include ../listings/main.rs:4:5}}', 'fn main() {\n    // ANCHOR: inner'],
    ['{{#include ../listings/main.rs::1}}', 'use std::io;'],
    ['{{#include ../listings/main.rs:8:}}', '}\n// ANCHOR_END: here'],
    ['{{#rustdoc_include ../listings/main.rs:here}}', 'fn main() {\n    run();\n}'],
    ['{{#include ../listings/main.rs:inner}}', '    run();'],
    ['{{#include ../listings/main.rs:gone}}', ''],
    ['{{ #include ../listings/main.rs }}', code.trimEnd()],
    ['{{#playground ../listings/main.rs editable}}', `\`\`\`rust,editable\n${code.trimEnd()}\n\`\`\``],
    ['{{#include part.md}}', 'One use std::io;'],
    ['\\{{#include part.md}}', '\\{{#include part.md}}'],
    ['{{#include gone.rs}}', '{{#include gone.rs}}'],
  ])('%s', (source, text) => {
    expect(included(`Before\n\`\`\`\n${source}\n\`\`\`\nAfter`)).toBe(
      `Before\n\`\`\`\n${text}\n\`\`\`\nAfter`,
    )
  })

  test('names them among the files that a page may take texts from', () => {
    expect(includeCandidates('src/a.md', '{{#include ../listings/main.rs:here}}')).toEqual([
      'listings/main.rs',
    ])
  })
})

test.each(['../a.ts?raw', '!!../a.ts?raw', '!!raw-loader!../a.ts', '-!raw-loader!../a.ts'])(
  'shows a file that is imported as a text: %s',
  (target) => {
    const source = `import code from '${target}'\n\n<CodeBlock language="ts">{code}</CodeBlock>\n`
    const text = expandIncludes('docs/b.mdx', source, (file) => (file === 'a.ts' ? 'let a' : undefined))
    expect(text).toContain('```ts\nlet a\n```')
  },
)

test('puts in the blocks that pages of GitBook share', () => {
  const texts: Record<string, string> = { '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nMind it.' }
  const text = expandIncludes(
    'guides/a.md',
    'A\n\n{% include "../.gitbook/includes/note.md" %}\n',
    (file) => texts[file],
  )
  expect(text).toContain('Mind it.')
  expect(text).not.toContain('title')
})
