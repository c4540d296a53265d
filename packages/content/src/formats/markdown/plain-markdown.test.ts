import { expect, test } from 'vitest'
import { plainMarkdown } from './plain-markdown.ts'

const plain = (content: string, file = 'docs/a.mdx') =>
  plainMarkdown({ file, content }, ({ kind, target }) =>
    kind === 'internal' ? `https://x.example/${target}` : undefined,
  )

test('has no imports, comments, expressions and components, and keeps their texts', () => {
  const source = `import Tabs from '@theme/Tabs'
export const version = '1'

# Set \`up\` <Badge text="new" />

{/* a note */}

<Note>
  Mind the *gap*.
</Note>

<Tabs>
  <TabItem value="npm">
    \`\`\`sh
    npm i
    \`\`\`
  </TabItem>
</Tabs>

Version {version}.
`
  expect(plain(source)).toBe('# Set `up` new\n\nMind the *gap*.\n\n**npm**\n\n```sh\nnpm i\n```\n\nVersion .')
})

test('keeps lists, tables, quotations, and code as they are', () => {
  const source = `1. One

   \`\`\`js
   import a from 'a'
   \`\`\`

2. Two
   - Below

| a | b |
| --- | --- |
| 1 | {2} |

> Said.

    code
`
  expect(plain(source, 'docs/a.md')).toBe(source.trimEnd())
})

test('has the links that they lead to, but for those in code and to elsewhere', () => {
  expect(
    plain(
      '[a](b.md#c), `[a](b.md)`, [d](https://e.example), [f][g], ![h](i.png)\n\n[g]: ../j.md "k"',
      'docs/a.md',
    ),
  ).toBe(
    '[a](https://x.example/b.md#c), `[a](b.md)`, [d](https://e.example), [f][g], ![h](i.png)\n\n[g]: https://x.example/../j.md "k"',
  )
})

test('has the words of generators in Markdown', () => {
  expect(plain(':::tip Title\nDo it.\n:::', 'docs/a.md')).toBe('**Title**\n\nDo it.')
  expect(plain('!!! note "Title"\n\n    Do it.', 'docs/a.md')).toBe('**Title**\n\nDo it.')
})
