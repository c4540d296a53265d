import { expect, test } from 'vitest'
import { CpuBudget } from './cpu-budget.ts'

function clocked(ms: number) {
  const clock = { now: 1_000 }
  return { clock, budget: new CpuBudget(ms, () => clock.now) }
}

test('counts what is spent, and nothing between', () => {
  const { clock, budget } = clocked(10)
  budget.spend(() => (clock.now += 6))
  clock.now += 1_000
  expect(budget.isSpent).toBe(false)
  budget.spend(() => (clock.now += 4))
  expect(budget.isSpent).toBe(true)
})

test('is spent within the work that spends it, and stays so', () => {
  const { clock, budget } = clocked(10)
  const seen = budget.spend(() => {
    const before = budget.isSpent
    clock.now += 10
    return [before, budget.isSpent]
  })
  expect(seen).toEqual([false, true])
  expect(budget.isSpent).toBe(true)
})

test('counts work within work once, also when it throws', () => {
  const { clock, budget } = clocked(10)
  expect(() =>
    budget.spend(() =>
      budget.spend(() => {
        clock.now += 6
        throw new Error('no')
      }),
    ),
  ).toThrow('no')
  expect(budget.isSpent).toBe(false)
})

test('short steps notice within a few hundred', () => {
  const { clock, budget } = clocked(10)
  const steps = budget.spend(() => {
    expect(budget.isSpentByStep()).toBe(false)
    clock.now += 10
    let count = 1
    while (!budget.isSpentByStep()) count += 1
    return count
  })
  expect(steps).toBeLessThanOrEqual(256)
})

test('counts the CPU time of this thread', () => {
  const budget = new CpuBudget(20)
  let turns = 0
  budget.spend(() => {
    while (!budget.isSpentByStep()) turns += 1
  })
  expect(turns).toBeGreaterThan(1_000)
  expect(budget.isSpent).toBe(true)
})
