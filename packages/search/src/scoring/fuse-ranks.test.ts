import { describe, expect, test } from 'vitest'
import { fuseRanks } from './fuse-ranks.ts'

const scores = (words: number[], places: (number | undefined)[], weight: number | undefined = 0.1) =>
  fuseRanks(
    words.map((score) => ({ score })),
    (index) => places[index],
    weight,
  ).map(({ score }) => score)

test('lets vectors decide between passages that words find about as good', () => {
  const [first = 0, second = 0] = scores([0.5, 0.49], [undefined, 0])
  expect(second).toBeGreaterThan(first)
})

test('lets no vector put a passage without matching words before the best one', () => {
  const [best = 0, near = 0] = scores([0.2, 0], [undefined, 0])
  expect(best).toBeGreaterThan(near)
  expect(near).toBeGreaterThan(0)
})

test('orders by vectors alone when no word matches', () => {
  expect(scores([0, 0], [1, 0])).toEqual(scores([0, 0], [1, 0]).toSorted((one, other) => one - other))
})

test('never scores above 1, and keeps the order of words with weight 0', () => {
  expect(Math.max(...scores([1, 1], [0, 1]))).toBeLessThanOrEqual(1)
  expect(scores([0.3, 0.6], [0, undefined], 0)).toEqual([0.3, 0.6])
})

describe('while nobody has said how good vectors are', () => {
  const withoutWeight = (words: number[], places: (number | undefined)[]) =>
    fuseRanks(
      words.map((score) => ({ score })),
      (index) => places[index],
      undefined,
    ).map(({ score }) => score)

  test('lets them decide where they agree with words', () => {
    const [first = 0, second = 0] = withoutWeight([0.5, 0.495, 0.1], [5, 0, undefined])
    expect(second).toBeGreaterThan(first)
  })

  test('leaves words alone where they find other passages', () => {
    expect(withoutWeight([0.5, 0.49, 0.1, 0], [undefined, 0, 1, 2])).toEqual([0.5, 0.49, 0.1, 0])
  })

  test('orders by them when no word matches', () => {
    const [second = 0, first = 0] = withoutWeight([0, 0], [1, 0])
    expect(first).toBeGreaterThan(second)
  })
})
