import { describe, expect, test } from 'vitest'
import { checkAnswer, countChecks, rankOf, retrievalMetrics } from './evaluate.ts'

describe('retrievalMetrics', () => {
  test('is what the definitions give by hand', () => {
    const metrics = retrievalMetrics([
      // Found first: everything is 1.
      { expected: ['/a'], found: ['/a', '/b'] },
      // Found third: reciprocal rank 1/3, gain 1/log2(4) = 0.5 of an ideal 1.
      { expected: ['/c'], found: ['/a', '/b', '/c'] },
      // One of two, second: gain 1/log2(3) of an ideal 1 + 1/log2(3).
      { expected: ['/x', '/y'], found: ['/b', '/x'] },
      // Not found.
      { expected: ['/z'], found: ['/a', '/b'] },
    ])
    const second = 1 / Math.log2(3)
    expect(metrics.questions).toBe(4)
    expect(metrics.recallAt1).toBeCloseTo((1 + 0 + 0 + 0) / 4, 12)
    expect(metrics.recallAt5).toBeCloseTo((1 + 1 + 0.5 + 0) / 4, 12)
    expect(metrics.recallAt10).toBeCloseTo((1 + 1 + 0.5 + 0) / 4, 12)
    expect(metrics.mrr).toBeCloseTo((1 + 1 / 3 + 1 / 2 + 0) / 4, 12)
    expect(metrics.ndcgAt10).toBeCloseTo((1 + 0.5 + second / (1 + second) + 0) / 4, 12)
    expect(metrics.ndcgAt10).toBeCloseTo(0.471713, 6)
  })

  test('weighs pages by their gains', () => {
    const gains = new Map([
      ['/much', 3],
      ['/little', 1],
    ])
    const [best, worse] = [
      ['/much', '/little'],
      ['/little', '/much'],
    ].map((found) => retrievalMetrics([{ expected: ['/little', '/much'], found, gains }]))
    expect(best?.ndcgAt10).toBe(1)
    expect(worse?.ndcgAt10).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)), 12)
  })

  test('looks no deeper than it says', () => {
    const found = Array.from({ length: 12 }, (_, n) => `/${n + 1}`)
    const at = (rank: number) => retrievalMetrics([{ expected: [`/${rank}`], found }])
    expect([at(5).recallAt5, at(6).recallAt5, at(10).recallAt10, at(11).recallAt10]).toEqual([1, 0, 1, 0])
    expect([at(10).ndcgAt10, at(11).ndcgAt10]).toEqual([1 / Math.log2(11), 0])
    expect(at(11).mrr).toBeCloseTo(1 / 11, 12)
  })

  test('is 1 when more pages are expected than it looks at and all of those are right', () => {
    const pages = Array.from({ length: 12 }, (_, n) => `/${n}`)
    expect(retrievalMetrics([{ expected: pages, found: pages }])).toMatchObject({
      ndcgAt10: 1,
      recallAt10: 10 / 12,
    })
  })

  test('is nothing without questions', () => {
    expect(retrievalMetrics([])).toEqual({
      questions: 0,
      recallAt1: 0,
      recallAt5: 0,
      recallAt10: 0,
      mrr: 0,
      ndcgAt10: 0,
    })
  })
})

test('the rank is that of the first expected page', () => {
  expect(rankOf({ expected: ['/b', '/c'], found: ['/a', '/c', '/b'] })).toBe(2)
  expect(rankOf({ expected: ['/d'], found: ['/a'] })).toBeNull()
})

describe('checkAnswer', () => {
  const answer = { text: 'Run `Docent keys revoke`.', cited: ['/keys'], unanswered: false }

  test.each([
    [
      { pages: ['/keys', '/x'], contains: ['docent KEYS'] },
      { cites: true, contains: true, refuses: null },
    ],
    [
      { pages: ['/x'], contains: ['docent', 'cloud'] },
      { cites: false, contains: false, refuses: null },
    ],
    [
      { pages: [], contains: [], refuses: true },
      { cites: null, contains: null, refuses: false },
    ],
    [
      { pages: ['/keys'], contains: [], refuses: true },
      { cites: null, contains: null, refuses: false },
    ],
    [
      { pages: [], contains: [], refuses: false },
      { cites: null, contains: null, refuses: true },
    ],
  ])('%j gives %j', (expected, checks) => {
    expect(checkAnswer(expected, answer)).toEqual(checks)
  })

  test('an answer has passed when nothing that was checked was wrong', () => {
    const counts = countChecks([
      { cites: true, contains: true, refuses: null },
      { cites: true, contains: false, refuses: null },
      { cites: null, contains: null, refuses: true },
      { cites: null, contains: null, refuses: null },
    ])
    expect(counts).toEqual({
      cites: { checked: 2, passed: 2 },
      contains: { checked: 2, passed: 1 },
      refuses: { checked: 1, passed: 1 },
      passed: { checked: 3, passed: 2 },
    })
  })
})
