import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evidencePieces } from './evidence-pieces.ts'

test('short evidence is one piece', () => {
  expect(evidencePieces('The kettle holds two litres.', 200)).toEqual(['The kettle holds two litres.'])
  expect(evidencePieces('', 200)).toEqual([''])
})

test('a piece ends with a sentence where one ends near its end', () => {
  const [first] = evidencePieces(`${'word '.repeat(35)}ends. ${'more '.repeat(40)}`, 200)
  expect(first?.endsWith('ends.')).toBe(true)
})

test('no piece is longer than allowed, and together they have the whole text in order', () => {
  const words = fc.stringMatching(/^[a-z.\n ]{0,1500}$/)
  fc.assert(
    fc.property(words, fc.integer({ min: 200, max: 400 }), (text, longest) => {
      let covered = 0
      for (const piece of evidencePieces(text, longest)) {
        expect(piece.length).toBeLessThanOrEqual(longest)
        const at = [...Array(longest).keys()]
          .map((back) => covered - back)
          .find((from) => from >= 0 && text.startsWith(piece, from))
        expect(at).toBeDefined()
        covered = Math.max(covered, (at ?? 0) + piece.length)
      }
      expect(covered).toBe(text.length)
    }),
    { numRuns: 50 },
  )
})
