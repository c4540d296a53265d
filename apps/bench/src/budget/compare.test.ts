import { expect, test } from 'vitest'
import { overBudget } from './compare.ts'

test('allows a quarter less than was recorded, and any more', () => {
  expect(overBudget({ creates: 0.76, runs: 9 }, { creates: 1, runs: 1 })).toEqual([])
})

test('names what is slower, what was not measured, and what was never recorded', () => {
  expect(overBudget({ creates: 0.74, other: 1 }, { creates: 1, runs: 1 })).toEqual([
    'runs was not measured',
    'creates: 0.740 times as good as the floor, and 1.000 was recorded',
    'other has no recorded ratio: run the budget with record',
  ])
})
