import { expect, test } from 'vitest'
import { retryDelay } from './retry-delay.ts'

test('waits longer after every attempt, and gives up after the eighth', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 7].map(
    (attempts) => (retryDelay(attempts, undefined, () => 0) ?? 0) / 1000,
  )
  expect(seconds).toEqual([5, 30, 120, 600, 3_600, 21_600, 86_400])
  expect(retryDelay(8, undefined, () => 0)).toBeUndefined()
})

test('adds up to a fifth by chance', () => {
  expect(retryDelay(1, undefined, () => 1)).toBe(6_000)
})

test('never comes back sooner than it was asked to, within a day', () => {
  expect(retryDelay(1, 60_000, () => 0)).toBe(60_000)
  expect(retryDelay(3, 60_000, () => 0)).toBe(120_000)
  expect(retryDelay(1, 1e12, () => 0)).toBe(86_400_000)
})
