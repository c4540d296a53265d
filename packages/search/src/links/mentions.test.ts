import { expect, test } from 'vitest'
import { titleName } from './mentions.ts'

test.each([
  ['itertools.chain()', 'itertools.chain'],
  ['`--frozen-lockfile`', '--frozen-lockfile'],
  ['useChat(options)', 'useChat'],
  ['@scope/package', '@scope/package'],
  ['range', 'range'],
])('knows the name that the title %s is', (title, name) => {
  expect(titleName(title)).toBe(name)
})

test.each(['Hanging lanterns', 'How to use `chain`', '404', '1.2.3', '', 'x', 'Überblick über'])(
  'finds none in the title %j',
  (title) => {
    expect(titleName(title)).toBe('')
  },
)
