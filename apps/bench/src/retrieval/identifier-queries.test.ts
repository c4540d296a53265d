import { expect, test } from 'vitest'
import { definedNames, withSlip } from './identifier-queries.ts'

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
