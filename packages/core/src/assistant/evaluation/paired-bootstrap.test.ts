import { describe, expect, test } from 'vitest'
import { isCertain, pairedBootstrap } from './paired-bootstrap.ts'

const pairs = (...differences: number[]) => differences.map((difference) => [0.5, 0.5 + difference] as const)

describe('pairedBootstrap', () => {
  test('is certain of a difference that every question shows', () => {
    const difference = pairedBootstrap(pairs(...Array.from({ length: 40 }, (_, n) => 0.1 + (n % 5) / 100)))
    expect(difference).toMatchObject({ questions: 40 })
    expect(difference.difference).toBeCloseTo(0.12, 10)
    expect(difference.low).toBeGreaterThan(0.1)
    expect(difference.high).toBeLessThan(0.14)
    expect(isCertain(difference)).toBe(true)
  })

  test('is not certain of what few questions show, or as many deny', () => {
    const few = pairedBootstrap(pairs(1, 0, 0, 0, 0, 0, 0, 0))
    expect(few).toMatchObject({ difference: 0.125, low: 0 })
    expect(isCertain(few)).toBe(false)
    expect(isCertain(pairedBootstrap(pairs(1, -1, 1, -1)))).toBe(false)
    expect(isCertain(pairedBootstrap(pairs(1, 1, 1, 1, 1)))).toBe(false)
    expect(isCertain(pairedBootstrap(pairs(1, 1, 1, 1, 1, 1)))).toBe(true)
  })

  test('has an interval near the one of the normal distribution', () => {
    // 200 differences of -1, 0 and 1 in equal parts: standard error √(2/3 / 200) = 0.0577, so ± 0.113.
    const { low, high } = pairedBootstrap(pairs(...Array.from({ length: 201 }, (_, n) => (n % 3) - 1)))
    expect(low).toBeGreaterThan(-0.13)
    expect(low).toBeLessThan(-0.1)
    expect(high).toBeGreaterThan(0.1)
    expect(high).toBeLessThan(0.13)
  })

  test('says nothing without questions, and the same each time', () => {
    expect(pairedBootstrap([])).toEqual({ questions: 0, difference: 0, low: 0, high: 0 })
    expect(isCertain(pairedBootstrap([]))).toBe(false)
    const values = pairs(0.3, -0.2, 0.1, 0.4, 0)
    expect(pairedBootstrap(values)).toEqual(pairedBootstrap(values))
  })
})
