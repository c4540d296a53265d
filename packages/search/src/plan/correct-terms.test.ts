import { expect, test } from 'vitest'
import { slipsBetween } from './correct-terms.ts'

test.each([
  ['lantern', 'lantern', 0],
  ['lantrn', 'lantern', 1],
  ['lanntern', 'lantern', 1],
  ['lantorn', 'lantern', 1],
  ['lanetrn', 'lantern', 1],
  ['lntrn', 'lantern', 2],
  ['', 'ab', 2],
])('between %s and %s are so many slips: %i', (first, second, slips) => {
  expect(slipsBetween(first, second)).toBe(slips)
  expect(slipsBetween(second, first)).toBe(slips)
})
