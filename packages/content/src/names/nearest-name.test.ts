import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearestName, nearestNames } from './nearest-name.ts'

test('the name with the fewest slips is nearest, of two the first', () => {
  expect(nearestName('maxRetires', ['maxRetry', 'minRetries', 'maxRetries'])).toBe('maxRetries')
  expect(nearestName('timeuot', ['timeoud', 'timeout', 'timeous'])).toBe('timeout')
  expect(nearestName('retry', ['retra', 'retri'])).toBe('retra')
})

test('a flag is no suggestion for a key, and a short name may have one slip', () => {
  expect(nearestName('force', ['-force', '--forc'])).toBeUndefined()
  expect(nearestName('port', ['pa', 'path', 'post'])).toBe('post')
  expect(nearestName('sort', ['shirt', 'soak'])).toBeUndefined()
})

test('several names at once get what each gets alone', () => {
  const names = ['drainMs', 'drainMx', 'closeMs', 'open']
  const wanted = ['drianMs', 'clsoeMs', 'nothingNear']
  expect([...nearestNames(wanted, names)]).toEqual([
    ['drianMs', 'drainMs'],
    ['clsoeMs', 'closeMs'],
  ])
})

/** Letters left out, added, changed or exchanged with a neighbour, from the whole table. */
function slips(first: string, second: string): number {
  const table = Array.from({ length: first.length + 1 }, (_, row) =>
    Array.from({ length: second.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= first.length; row++) {
    for (let column = 1; column <= second.length; column++) {
      const isSame = first[row - 1] === second[column - 1]
      const isExchanged =
        first[row - 1] === second[column - 2] &&
        first[row - 2] === second[column - 1] &&
        row > 1 &&
        column > 1
      const least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isExchanged ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      table[row]?.splice(column, 1, least)
    }
  }
  return at(first.length, second.length)
}

test('slips are counted as the whole table counts them', () => {
  const letter = fc.constantFrom('a', 'b', 'c')
  const word = fc.string({ unit: letter, minLength: 8, maxLength: 12 })
  const edits = fc.array(
    fc.record({ at: fc.nat(9), left: fc.nat(2), put: fc.string({ unit: letter, maxLength: 2 }) }),
    {
      maxLength: 2,
    },
  )
  fc.assert(
    fc.property(word, edits, (name, changes) => {
      const other = changes.reduce(
        (text, { at, left, put }) => text.slice(0, at) + put + text.slice(at + left),
        name,
      )
      const isAlike = name[0] === other[0] || name.at(-1) === other.at(-1)
      const isNear = name !== other && isAlike && slips(name, other) <= 2
      expect(nearestName(name, [other])).toBe(isNear ? other : undefined)
    }),
    { numRuns: 2_000 },
  )
})
