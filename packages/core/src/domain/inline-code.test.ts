import { micromark } from 'micromark'
import { expect, test } from 'vitest'
import { inlineCode } from './inline-code.ts'

test.each([
  'guides/keys.md',
  'a](http://evil.com).md',
  'a`b.md',
  '`` `x` ``.md',
  '`',
  '<img src=x>.md',
  '@team closes #1.md',
  '# a\n\n[x](http://evil.com).md',
  'a\u2028b\r\n- c.md',
])('%j is only text', (name) => {
  const html = micromark(`- added ${inlineCode(name)} (+1)`)
  const shown = name.replace(/\p{Cc}|[\u2028\u2029]/gu, '\ufffd')
  const escaped = shown.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(html).toBe(`<ul>\n<li>added <code>${escaped}</code> (+1)</li>\n</ul>`)
})

test('the name of an ordinary file stands between single backticks', () => {
  expect(inlineCode('guides/my keys.md')).toBe('`guides/my keys.md`')
})
