import { expect, test } from 'vitest'
import { CpuBudget } from '../basics/cpu-budget.ts'
import { extractNames } from './extract-names.ts'
import { eachNameKey } from './keys/name-keys.ts'

/** Each look at the clock takes 1 ms. */
function budgetOf(looks: number): CpuBudget {
  let now = 0
  return new CpuBudget(looks, () => now++)
}

const line = 'Use `--max-size` and `acme.toml` of Acme.\n\n'
const text = line.repeat(2_000)

test('names are read until the budget is spent, and where reading stopped is told', () => {
  const stops: number[] = []
  const names = extractNames(text, undefined, { budget: budgetOf(10), onStop: (at) => stops.push(at) })
  expect(names.length).toBeGreaterThan(100)
  expect(names.length).toBeLessThan(4_000)
  expect(stops).toHaveLength(1)
  expect(names.at(-1)?.end).toBeLessThanOrEqual(stops[0] ?? 0)
  expect(extractNames(text.slice(0, stops[0]))).toEqual(names)
})

test('keys are read until the budget is spent', () => {
  let last = 0
  const end = eachNameKey(text, (_, at) => (last = at), budgetOf(10))
  expect(end).toBeGreaterThan(last)
  expect(end).toBeLessThan(text.length)
})

test('a budget that lasts changes nothing', () => {
  const stops: number[] = []
  const options = { budget: budgetOf(1_000_000), onStop: (at: number) => stops.push(at) }
  expect(extractNames(text, undefined, options)).toEqual(extractNames(text))
  expect(stops).toEqual([])
  const keys: string[] = []
  expect(eachNameKey(line, (key) => keys.push(key), options.budget)).toBe(line.length)
  expect(keys).toContain('--max-size')
})

test('nothing is read of a spent budget', () => {
  const budget = budgetOf(1)
  budget.spend(() => undefined)
  expect(extractNames(text, undefined, { budget })).toEqual([])
  expect(eachNameKey(text, () => expect.unreachable(), budget)).toBe(0)
})
