import { expect, test } from 'vitest'
import { difference, idNumbers } from './row-ids.ts'

test('makes numbers of ids, also of those over 32 bits, and refuses what a number cannot hold', () => {
  const ids = BigUint64Array.of(0n, 7n, 2n ** 32n + 5n, 2n ** 53n - 1n)
  expect([...idNumbers(ids)]).toEqual([...ids].map(Number))
  expect([...idNumbers(ids.subarray(1, 3))]).toEqual([7, 2 ** 32 + 5])
  expect(() => idNumbers(BigUint64Array.of(2n ** 53n))).toThrow(RangeError)
})

test.each([
  [[], [], [], []],
  [[1, 2, 3], [1, 2, 3], [], []],
  [[1, 2, 3], [2], [1, 3], []],
  [[2], [1, 2, 3], [], [1, 3]],
  [
    [1, 5, 9],
    [2, 5, 10, 11],
    [1, 9],
    [2, 10, 11],
  ],
  [[1, 2], [], [1, 2], []],
  [[], [4], [], [4]],
])('tells what %j and %j do not share', (before, after, gone, added) => {
  expect(difference(Float64Array.from(before), Float64Array.from(after))).toEqual({
    gone: new Set(gone),
    added,
  })
})
