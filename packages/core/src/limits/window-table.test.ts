import { expect, test } from 'vitest'
import { WindowTable } from './window-table.ts'

test('gives the same counter to the same key, ending with the window', () => {
  const table = new WindowTable({ start: 0, end: 60 }, 10, 1)
  const counter = table.counter('a')
  counter.used = 3
  expect(table.counter('a')).toBe(counter)
  expect(table.counter('b')).toEqual({ used: 0, end: 60 })
})

test('finds every one of many keys again', () => {
  const table = new WindowTable({ start: 0, end: 60 }, 100_000, 1)
  const keys = Array.from({ length: 50_000 }, (_, ip) => `assistant:ip:${ip}`)
  const counters = keys.map((key) => table.counter(key))
  expect(new Set(counters).size).toBe(50_000)
  expect(table.size).toBe(50_000)
  expect(keys.every((key, index) => table.counter(key) === counters[index])).toBe(true)
})

test('shares counters only beyond its bound, and spreads the keys over them', () => {
  const table = new WindowTable({ start: 0, end: 60 }, 1, 1)
  table.counter('own')
  expect(table.isSharing).toBe(false)
  const counters = new Set(
    Array.from({ length: 10_000 }, (_, ip) => table.counter(`assistant:ip:10.0.0.${ip}`)),
  )
  expect(table.isSharing).toBe(true)
  expect(table.size).toBe(1)
  // 10,000 balls in 65,536 bins hit about 9,276 different ones.
  expect(counters.size).toBeGreaterThan(9_000)
})

test('shares by another pattern under another seed', () => {
  const meets = (seed: number) => {
    const table = new WindowTable({ start: 0, end: 60 }, 0, seed)
    const victim = table.counter('victim')
    return Array.from({ length: 300_000 }, (_, n) => `ip:${n}`).filter((key) => table.counter(key) === victim)
  }
  const [one, two] = [meets(1), meets(2)]
  expect(one.length).toBeGreaterThan(0)
  expect(one).not.toEqual(two)
})
