import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlapping } from './overlaps.ts'

const span = fc
  .tuple(fc.nat(40), fc.integer({ min: 1, max: 15 }))
  .map(([start, length]) => ({ start, end: start + length }))

test('finds the same overlaps as a comparison with each part', () => {
  fc.assert(
    fc.property(fc.array(span), fc.array(span), (others, parts) => {
      const sorted = parts.toSorted((one, other) => one.start - other.start)
      const overlaps = overlapping(others)
      expect(sorted.map(overlaps)).toEqual(
        sorted.map((part) => others.some(({ start, end }) => start < part.end && part.start < end)),
      )
    }),
  )
})
