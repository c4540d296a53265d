import { expect, test } from 'vitest'
import { betterOf, overBudget } from './compare.ts'

test('allows a quarter less than was recorded, and any more', () => {
  expect(overBudget({ creates: 0.76, runs: 9 }, { creates: 1, runs: 1 })).toEqual([])
})

test('names what is slower, what was not measured, and what was never recorded', () => {
  expect(overBudget({ creates: 0.74, other: 1 }, { creates: 1, runs: 1 })).toEqual([
    'runs was not measured',
    'creates is 0.74 times its floor, and 1.00 were recorded',
    'other has no recorded ratio: run the budget with record',
  ])
})

test('counts the better of two measurements of each thing', () => {
  expect(betterOf({ creates: 0.5, runs: 2 }, { creates: 0.9, other: 1 })).toEqual({
    creates: 0.9,
    runs: 2,
    other: 1,
  })
})
