import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SurrogateJoiner } from './surrogate-joiner.ts'

it('holds back half of a pair until the rest comes', () => {
  const joiner = new SurrogateJoiner()
  expect(joiner.push('hi \ud83d')).toBe('hi ')
  expect(joiner.push('')).toBe('')
  expect(joiner.push('\ude00!')).toBe('😀!')
  expect(joiner.flush()).toBe('')
})

it('gives U+FFFD for a half whose rest never comes, once', () => {
  const joiner = new SurrogateJoiner()
  expect(joiner.push('\ud83d')).toBe('')
  expect(joiner.flush()).toBe('\ufffd')
  expect(joiner.flush()).toBe('')
})

it('gives back any text exactly, in whole characters, wherever it is cut', () => {
  const cutText = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .chain((text) => fc.tuple(fc.constant(text), fc.array(fc.nat(text.length), { maxLength: 12 })))
  fc.assert(
    fc.property(cutText, ([text, cuts]) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const joiner = new SurrogateJoiner()
      const pieces = edges.slice(1).map((edge, index) => joiner.push(text.slice(edges[index], edge)))
      expect(pieces.join('') + joiner.flush()).toBe(text)
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
    }),
  )
})
