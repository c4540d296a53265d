import { defined } from '@docent/content'
import { describe, expect, test } from 'vitest'
import { DocentError } from '../errors/docent-error.ts'
import type { LimitRequest } from './limit.ts'
import { takeLimits } from './take-limits.ts'

const hour = { kind: 'fixed', ms: 3_600_000 } as const
const request = (max: number, cost?: number): LimitRequest => ({
  scope: 'ip',
  key: 'k',
  max,
  window: hour,
  ...defined({ cost }),
})

describe('takeLimits', () => {
  test('adds the cost of every request and shows what remains', () => {
    const counters = [
      { used: 1, end: 10 },
      { used: 0, end: 20 },
    ]
    const result = takeLimits([request(5), request(5, 3)], counters, 0)
    expect(counters.map((counter) => counter.used)).toEqual([2, 3])
    expect(result.states.map((state) => [state.remaining, state.resetAt])).toEqual([
      [3, 10],
      [2, 20],
    ])
    expect(result).toMatchObject({ allowed: true, refusedBy: undefined })
  })

  test('changes no counter when one has no room, and names the first such limit', () => {
    const counters = [
      { used: 1, end: 10 },
      { used: 5, end: 20 },
      { used: 9, end: 30 },
    ]
    const result = takeLimits([request(5), request(5), request(5)], counters, 0)
    expect(counters.map((counter) => counter.used)).toEqual([1, 5, 9])
    expect(result.allowed).toBe(false)
    expect(result.refusedBy).toBe(result.states[1])
  })

  test('counts both requests that share one counter', () => {
    const shared = { used: 0, end: 10 }
    expect(takeLimits([request(1), request(1)], [shared, shared], 0).allowed).toBe(false)
    expect(shared.used).toBe(0)
    expect(takeLimits([request(2), request(2)], [shared, shared], 0).states.map((s) => s.remaining)).toEqual([
      0, 0,
    ])
  })

  test('shows nothing remaining, never less, when a maximum was lowered below what is used', () => {
    expect(takeLimits([request(3)], [{ used: 8, end: 10 }], 0).refusedBy?.remaining).toBe(0)
  })

  test.each([
    ['a negative cost', request(5, -1)],
    ['a cost that is not a number', request(5, Number.NaN)],
    ['half a use', request(5, 0.5)],
    ['a maximum that is not a number', request(Number.NaN)],
    ['a hold whose time is no number', { ...request(5), hold: { id: 'h', ms: Number.NaN } }],
    ['a window without length', { ...request(5), window: { kind: 'fixed', ms: 0 } as const }],
  ])('refuses %s and gives back what it took before', (_what, wrong) => {
    const counters = [
      { used: 0, end: 10 },
      { used: 0, end: 10 },
    ]
    expect(() => takeLimits([request(5), wrong], counters, 0)).toThrow(DocentError)
    expect(counters[0]?.used).toBe(0)
  })
})
