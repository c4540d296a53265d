import { expect, test } from 'vitest'
import { parsePage } from '../parse-page.ts'
import { expandDialects } from './expand-dialects.ts'

const passages = (source: string) => {
  const { passages: all } = parsePage('page.md', source)
  return all.map(({ content }) => content).join('\n\n')
}

const elements = (source: string) =>
  [...expandDialects(source).matchAll(/<\/?(docent-[\w-]+)([^>]*)>/g)].map(([tag]) => tag)

test('a block of the site’s own kind is one where it ends, and text elsewhere', () => {
  expect(elements('/// version-added | v2.10\nFactories.\n///')).toEqual([
    '<docent-callout type="note" title="Version added: v2.10">',
    '</docent-callout>',
  ])
  expect(elements('/// version-added | v2.10\nFactories.')).toEqual([])
  expect(elements('/// Returns\nit.\n///')).toEqual([])
})

test.each([
  ['/// note\n\nMind it.\n\n///', ['<docent-callout type="note" title="Note">', '</docent-callout>']],
  ['/// tip | Do it\n\nMind it.\n\n///', ['<docent-callout type="tip" title="Do it">', '</docent-callout>']],
  [
    '/// admonition | Title\n    type: warning\n\nMind it.\n///',
    ['<docent-callout type="warning" title="Title">', '</docent-callout>'],
  ],
  [
    '/// details | More\n    type: tip\n    open: true\n\nMind it.\n\n///',
    ['<docent-details type="tip" title="More" defaultopen="true">', '</docent-details>'],
  ],
  [
    '//// tab | Python 3.10\n\n/// note\n\nMind it.\n\n///\n\n////\n\n//// tab | Older\n\nElse.\n\n////',
    [
      ...['<docent-tabs>', '<docent-tab title="Python 3.10">', '<docent-callout type="note" title="Note">'],
      ...[
        '</docent-callout>',
        '</docent-tab>',
        '<docent-tab title="Older">',
        '</docent-tab>',
        '</docent-tabs>',
      ],
    ],
  ],
  [
    '/// tab | A\nMind it.\n///\n\nBetween.\n\n/// tab | B\nElse.\n///',
    Array.from('AB').flatMap((title) => [
      '<docent-tabs>',
      `<docent-tab title="${title}">`,
      '</docent-tab>',
      '</docent-tabs>',
    ]),
  ],
  ['/// html | div.grid\n\nMind it.\n\n///', []],
])('reads the block %j', (source, tags) => {
  expect(elements(source)).toEqual(tags)
  expect(passages(source)).toContain('Mind it.')
  expect(passages(source)).not.toContain('///')
})

test.each(['/// A comment of Rust.', '```rust\n/// note\n```', 'See a /// note here.', '///'])(
  'leaves %j as it is',
  (source) => {
    expect(passages(source)).toContain('///')
  },
)

test('a block that stays open ends with the page', () => {
  expect(elements('/// note\n\nMind it.')).toHaveLength(2)
})
