import { parsePage } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { linkQueries, normalizeAnchor } from './link-queries.ts'
import type { Site } from './site-pages.ts'

function site(name: string, files: Record<string, string>): Site {
  return { name, pages: Object.entries(files).map(([file, source]) => parsePage(file, source)) }
}

/** Text → answers and excluded pages. */
function queriesOf(...sites: Site[]): Record<string, { answer: string[]; exclude: string[] }> {
  return Object.fromEntries(
    linkQueries(sites).map(({ text, relevant, exclude }) => [
      text,
      { answer: [...relevant.keys()], exclude: [...exclude].sort() },
    ]),
  )
}

describe('queries from the texts of links', () => {
  test('the linked page is the answer, and the pages with the link are excluded', () => {
    const docs = site('docs', {
      'start.md': 'Read [how keys are rotated](./guides/keys.md#rotate).',
      'faq.md': 'See [How keys  are rotated!](/guides/keys).',
      'guides/keys.md': '# Keys',
    })
    expect(queriesOf(docs)).toEqual({
      'how keys are rotated': { answer: ['/docs/guides/keys'], exclude: ['/docs/faq', '/docs/start'] },
    })
  })

  test('a text that links to two pages is ambiguous, even in two sites', () => {
    const one = site('one', {
      'a.md': '[read the guide](./b.md) and [Read the guide](./c.md) and [the only one here](./c.md)',
      'b.md': '[learn more about it](./c.md)',
      'c.md': 'C',
    })
    const two = site('two', { 'a.md': '[learn more about it](./b.md)', 'b.md': 'B' })
    expect(queriesOf(one, two)).toEqual({
      'the only one here': { answer: ['/one/c'], exclude: ['/one/a'] },
    })
  })

  test('texts have 3 to 12 words', () => {
    const twelve = 'one two three four five six seven eight nine ten eleven twelve'
    const docs = site('docs', {
      'a.md': `[two words](./b.md) [three whole words](./b.md) [${twelve}](./b.md) [${twelve} more](./b.md)`,
      'b.md': 'B',
    })
    expect(Object.keys(queriesOf(docs)).sort()).toEqual([twelve, 'three whole words'])
  })

  test('links to nowhere, to elsewhere and to the page itself ask nothing', () => {
    const docs = site('docs', {
      'a.md':
        '[a missing page here](./none.md) [the page of another](https://example.com/b) [this very page itself](./a.md) [a part of it](#part)',
      'b.md': 'B',
    })
    expect(queriesOf(docs)).toEqual({})
  })

  test('an answer that holds the same link elsewhere is no answer', () => {
    const docs = site('docs', {
      'a.md': '[the list of options](./b.md)',
      'b.md': '[the list of options](./a.md)',
      'c.md': 'C',
    })
    expect(queriesOf(docs)).toEqual({})
  })

  test('the order depends on the texts alone', () => {
    const source = '[the first of all](./b.md) [the second of all](./b.md) [the third of all](./b.md)'
    const backwards = '[the third of all](./b.md) [the second of all](./b.md) [the first of all](./b.md)'
    const texts = (text: string) => Object.keys(queriesOf(site('docs', { 'a.md': text, 'b.md': 'B' })))
    expect(texts(source)).toEqual(texts(backwards))
    expect(texts(source)).toHaveLength(3)
  })
})

test.each([
  ['  The `Guide`, ', 'the `guide'],
  ['Was ist neu?', 'was ist neu'],
  ['---', ''],
])('%j is compared as %j', (text, key) => {
  expect(normalizeAnchor(text)).toBe(key)
})
