import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['20', 20_000],
  [' 1.5 ', 1_500],
  ['0', 0],
  ['-5', 0],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['Infinity', undefined],
  [' ', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After %j', (value, expected) => {
  expect(retryAfterMs(value, now)).toBe(expected)
})
