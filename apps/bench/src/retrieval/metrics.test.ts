import { describe, expect, test } from 'vitest'
import type { Query } from './collection.ts'
import { counted, meanScores, score } from './metrics.ts'

function query(relevant: Record<string, number>, exclude: string[] = []): Query {
  return { text: 'any', relevant: new Map(Object.entries(relevant)), exclude: new Set(exclude) }
}

describe('the scores of a ranking', () => {
  test('the right page at the first place is all there is', () => {
    expect(score(query({ a: 1 }), ['a', 'b'])).toEqual({ ndcg: 1, hit: 1, recall: 1, reciprocal: 1 })
  })

  test('the right page at the third place', () => {
    // 1 / log2(3 + 1) = 0.5
    expect(score(query({ a: 1 }), ['x', 'y', 'a'])).toEqual({
      ndcg: 0.5,
      hit: 0,
      recall: 1,
      reciprocal: 1 / 3,
    })
  })

  test('grades are gains, and the best order of all relevant pages is the measure', () => {
    // Found: 1 / log2(2) + 2 / log2(4) = 2; ideal: 2 / log2(2) + 1 / log2(3) + 1 / log2(4) = 3.13093.
    const scores = score(query({ a: 2, b: 1, c: 1 }), ['b', 'x', 'a'])
    expect(scores.ndcg).toBeCloseTo(2 / 3.13093, 5)
    expect(scores).toMatchObject({ hit: 1, recall: 2 / 3, reciprocal: 1 })
  })

  test('recall looks at five pages, the reciprocal rank and nDCG at ten', () => {
    const others = ['1', '2', '3', '4', '5']
    expect(score(query({ a: 1 }), [...others, 'a'])).toMatchObject({ recall: 0, reciprocal: 1 / 6 })
    const ten = [...others, '6', '7', '8', '9']
    expect(score(query({ a: 1 }), [...ten, 'a']).reciprocal).toBe(1 / 10)
    expect(score(query({ a: 1 }), [...ten, '10', 'a'])).toEqual({ ndcg: 0, hit: 0, recall: 0, reciprocal: 0 })
  })

  test('a page judged irrelevant is none that could be found', () => {
    expect(score(query({ a: 1, b: 0 }), ['b', 'a'])).toMatchObject({ hit: 0, recall: 1, reciprocal: 0.5 })
  })

  test('pages that hold the link take no place', () => {
    const asked = query({ a: 1 }, ['x', 'y'])
    expect(score(asked, ['x', 'y', 'a']).hit).toBe(1)
    expect(counted(asked, ['x', 'b', 'a'])).toEqual(['b', 'a'])
  })

  test('nothing found scores nothing', () => {
    expect(score(query({ a: 1 }), [])).toEqual({ ndcg: 0, hit: 0, recall: 0, reciprocal: 0 })
  })

  test('the mean is over queries', () => {
    const good = score(query({ a: 1 }), ['a'])
    const none = score(query({ a: 1 }), ['b'])
    expect(meanScores([good, none, none, none])).toEqual({
      ndcg: 0.25,
      hit: 0.25,
      recall: 0.25,
      reciprocal: 0.25,
    })
  })
})
