import { expect, test } from 'vitest'
import { hashTerm } from '../words/passage-terms.ts'
import { linkingPages, scoreLinks } from './score-links.ts'

const hashes = (text: string) => Uint32Array.from(text.split(' '), hashTerm)
const text = (words: string, pages = 1) => ({ terms: hashes(words), pages })
const terms = new Map(
  [...hashes('harbour lamp')].map((hash) => [hash, { rarity: 1, weight: 1, index: 0, pairs: new Map() }]),
)
const query = { terms, lowBytes: new Uint8Array(256).fill(1), rarity: 2 }

test('is nothing without links, and without a shared word', () => {
  expect(scoreLinks([], query)).toBe(0)
  expect(scoreLinks([text('compass')], query)).toBe(0)
})

test('grows with the words that they share and with their being alone', () => {
  const scores = [[text('lamp in many other words')], [text('lamp')], [text('harbour lamp')]].map((texts) =>
    scoreLinks(texts, query),
  )
  expect(scores).toEqual(scores.toSorted((first, second) => first - second))
  expect(new Set(scores).size).toBe(scores.length)
  expect(scores.at(-1)).toBeCloseTo(0.1)
})

test('counts the best text alone, and the pages of all', () => {
  const texts = [text('harbour lamp', 2), text('compass', 3)]
  expect(scoreLinks(texts, query)).toBe(scoreLinks([text('harbour lamp')], query))
  expect(linkingPages(texts)).toBe(5)
})
