import { expect, test } from 'vitest'
import { writtenBlocks } from './written-blocks.ts'

const SPACE = { titles: new Map([['docs/b/c.md', 'Title']]), variables: { release: '2.4' } }
const written = (text: string) => writtenBlocks('docs/a.md', text, SPACE)

test.each([
  ['<code class="expression">space.vars.release</code>', '2.4'],
  ['<code class="expression">space.vars.gone</code>', ''],
  ['---\nvars:\n  a: b\n---\n<code class="expression">page.vars.a</code>', '---\nvars:\n  a: b\n---\nb'],
  ['[c.md](b/c.md "mention") [d](d.md "mention")', '[Title](b/c.md) [d.md](d.md)'],
  ['{% content-ref url="b/c.md" %}\n[c.md](b/c.md)', '{% content-ref url="b/c.md" %}\n[Title](b/c.md)'],
  [
    '{% openapi src="x.yaml" path="/a" method="get" %}\n[x](x.yaml)\n',
    '{% openapi src="x.yaml" path="/a" method="get" %}\n\n',
  ],
])('%j is %j', (text, expected) => {
  expect(written(text)).toBe(expected)
})
