import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'

const TOLERANCE = { share: 0.05, amount: 2 }

test('a figure that fills a cache and stays there is flat', () => {
  const values = Array.from({ length: 80 }, (_, at) => Math.min(at * 10, 300) + (at % 7))
  expect(growthOf(values, TOLERANCE).isFlat).toBe(true)
})

test('a single high sample is no growth', () => {
  const values = Array.from({ length: 80 }, (_, at) => (at === 79 ? 10_000 : 100))
  expect(growthOf(values, TOLERANCE)).toEqual({ first: 100, last: 100, isFlat: true })
})

test('a slow leak grows', () => {
  const values = Array.from({ length: 80 }, (_, at) => 100 + at / 2 + (at % 3))
  expect(growthOf(values, TOLERANCE).isFlat).toBe(false)
})

test('too few samples judge nothing', () => {
  expect(() => growthOf([1, 2], TOLERANCE)).toThrow('too few')
})
