import { expect, test } from 'vitest'
import { hashTerm } from './passage-terms.ts'
import { scoreLinks } from './score-links.ts'

const hashes = (text: string) => Uint32Array.from(text.split(' '), hashTerm)
const text = (words: string, pages = 1) => ({ terms: hashes(words), pages })
const terms = new Map([...hashes('harbour lamp')].map((hash) => [hash, { rarity: 1, weight: 1 }]))
const query = { terms, lowBytes: new Uint8Array(256).fill(1), rarity: 2, best: 2 }

test('is nothing without links, and without a shared word', () => {
  expect(scoreLinks([], query)).toBe(0)
  expect(scoreLinks([text('compass')], query)).toBe(0)
})

test('grows with the words, with their being alone, and with the pages that say so', () => {
  const scores = [
    [text('lamp in many other words')],
    [text('lamp')],
    [text('lamp', 9)],
    [text('harbour lamp')],
    [text('harbour lamp', 9)],
  ].map((texts) => scoreLinks(texts, query))
  expect(scores).toEqual(scores.toSorted((first, second) => first - second))
  expect(new Set(scores).size).toBe(scores.length)
  expect(scores.at(-1)).toBeLessThanOrEqual(0.3)
})
