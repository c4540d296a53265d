import { describe, expect, test } from 'vitest'
import { rankedInFull } from './ranked-in-full.ts'

const ranking = (...entries: [index: number, relevanceScore: number][]) =>
  entries.map(([index, relevanceScore]) => ({ index, relevanceScore }))

test('is best first, whatever order the reply has', () => {
  expect(rankedInFull(ranking([0, 0.2], [1, 0.9], [2, 0]), 3)).toEqual([
    { index: 1, score: 0.9 },
    { index: 0, score: 0.2 },
    { index: 2, score: 0 },
  ])
})

test('makes shares of logits, and keeps their order', () => {
  const ranked = rankedInFull(ranking([0, -7.5], [1, 0], [2, 3]), 3)
  expect(ranked.map(({ index }) => index)).toEqual([2, 1, 0])
  expect(ranked[1]?.score).toBe(0.5)
  expect(ranked.every(({ score }) => score > 0 && score < 1)).toBe(true)
})

describe('is refused when it', () => {
  test.each<[string, ReturnType<typeof ranking>, RegExp]>([
    ['leaves one out', ranking([0, 1]), /1 of 2/],
    ['is empty', [], /0 of 2/],
    ['names one twice', ranking([0, 1], [0, 0.5]), /document 0 twice/],
    ['makes one up', ranking([0, 1], [2, 0.5]), /document 2 of 2/],
    ['names one before the first', ranking([0, 1], [-1, 0.5]), /document -1/],
    ['names none', ranking([0, 1], [Number.NaN, 0.5]), /document NaN/],
    ['has no score', ranking([0, 1], [1, Number.NaN]), /document 1 no score/],
  ])('%s', (_fault, given, message) => {
    expect(() => rankedInFull(given, 2)).toThrow(message)
  })
})
