import { expect, test } from 'vitest'
import { normalizedQuery } from './normalized-query.ts'

test.each([
  ['  How do I REVOKE\na key? ', 'how do i revoke a key'],
  ['ＡＰＩ　ｋｅｙ', 'api key'],
  ['?!', ''],
  ['a\u0000b', 'a b'],
  [`x${'y'.repeat(300)}`, `x${'y'.repeat(199)}`],
])('%j is counted as %j', (text, counted) => {
  expect(normalizedQuery(text)).toBe(counted)
})

test('a query that is cut within a character can still be stored as text', () => {
  expect(normalizedQuery(`${'a'.repeat(199)}🗼`).isWellFormed()).toBe(true)
})
