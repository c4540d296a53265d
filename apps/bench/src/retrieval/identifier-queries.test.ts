import { parsePage } from '@docent/content'
import { expect, test } from 'vitest'
import { definedNames, identifierQueries, withPagesAboutNames, withSlip } from './identifier-queries.ts'

test('takes the names of headings, tables and definitions, and none of running text', () => {
  const markdown = [
    '## `--hang-lanterns`',
    '### mastHeight(metres)',
    '| `deck.colour` | of `paintBrush` |',
    '- `ERR_NO_MAST`: nothing to hang on.',
    'Run it with `--keep-dry`.',
    '```md',
    '## `--in-a-fence`',
    '```',
    '## Plain words',
  ].join('\n')
  expect([...definedNames(markdown)]).toEqual(['--hang-lanterns', 'mastHeight', 'deck.colour', 'ERR_NO_MAST'])
})

test.each([0, 1, 2, 3])('makes one slip of kind %i', (kind) => {
  const slipped = withSlip('--hang-lanterns', Uint8Array.of(5, kind))
  expect(slipped).not.toBe('--hang-lanterns')
  expect(slipped.slice(0, 3)).toBe('--h')
  expect(Math.abs(slipped.length - '--hang-lanterns'.length)).toBeLessThanOrEqual(1)
})

test('accepts the pages whose title or heading has the name whole, beside those that define it', () => {
  const page = (path: string, markdown: string) => parsePage(`${path}.md`, markdown)
  const pages = [
    page('options', '# Options\n\n- `mastHeight`: in metres'),
    page('masts', '# Masts\n\n## When mast_height matters\n\nMetres.'),
    page('use', '# Use\n\n## Masts and height\n\nSet `mastHeight`.'),
  ]
  const site = { name: 'harbour', pages }
  const queries = identifierQueries([site], false)
  const both = withPagesAboutNames(
    queries,
    queries.map(({ text }) => text),
    [site],
  )
  expect(queries.map(({ relevant }) => [...relevant.keys()])).toEqual([['/harbour/options']])
  expect(both.map(({ relevant }) => [...relevant.keys()])).toEqual([['/harbour/options', '/harbour/masts']])
})
