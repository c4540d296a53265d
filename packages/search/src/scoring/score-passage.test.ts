import { expect, test } from 'vitest'
import { hashTerm, type PassageTerms } from '../words/passage-terms.ts'
import { coverage, prepareQuery, scorePassage } from './score-passage.ts'

const statistics = { rarity: () => 1, averageLength: () => 4 }
const hashes = (text: string) => Uint32Array.from(text === '' ? [] : text.split(' '), hashTerm)
const query = (text: string) => prepareQuery({ terms: text.split(' '), language: 'en' }, statistics)
function passage({ title = '', headings = 'part', path = '', body = '' }): PassageTerms {
  return { title: hashes(title), headings: hashes(headings), path: hashes(path), body: hashes(body) }
}
const score = (fields: Parameters<typeof passage>[0], text: string) =>
  scorePassage(passage(fields), query(text), statistics).score

test('is 0 for a passage with none of the words', () => {
  expect(scorePassage(passage({ body: 'compass rose' }), query('harbour lamp'), statistics)).toEqual({
    score: 0,
    matched: 0,
  })
})

test('is higher when words follow each other as in the query, in the body and in the headings', () => {
  const apart = score({ body: 'harbour red lamp blue' }, 'harbour lamp')
  expect(score({ body: 'harbour lamp red blue' }, 'harbour lamp')).toBeCloseTo(apart + 0.08)
  expect(score({ body: 'lamp harbour red blue' }, 'harbour lamp')).toBe(apart)
  expect(score({ body: 'harbour lamp harbour lamp' }, 'harbour lamp compass')).toBeLessThan(
    score({ body: 'harbour lamp harbour lamp' }, 'harbour lamp'),
  )
  const headings = score({ headings: 'harbour red lamp' }, 'harbour lamp')
  expect(score({ headings: 'red harbour lamp' }, 'harbour lamp')).toBeCloseTo(headings + 0.09)
})

test('is higher when the title is the query, word for word', () => {
  const alike = score({ title: 'lamp harbour' }, 'harbour lamp')
  expect(score({ title: 'harbour lamp' }, 'harbour lamp')).toBeCloseTo(alike + 0.2)
})

test('is higher when the end of the path is the query, whatever the folders above are called', () => {
  const below = score({ path: 'red blue harbour lamp' }, 'harbour lamp')
  expect(score({ path: 'harbour lamp red blue' }, 'harbour lamp')).toBeLessThan(below)
  expect(score({ path: 'blue red harbour lamp' }, 'harbour lamp')).toBeCloseTo(below)
  expect(score({ path: 'red blue harbour compass' }, 'harbour lamp')).toBeLessThan(below)
})

test('tells which words it has, so that passages can be counted together', () => {
  const asked = query('harbour lamp compass')
  const [first, second] = ['harbour', 'compass lamp'].map(
    (body) => scorePassage(passage({ body }), asked, statistics).matched,
  )
  expect(coverage(first ?? 0, asked)).toBeCloseTo(1 / 3)
  expect(coverage((first ?? 0) | (second ?? 0), asked)).toBe(1)
})

test('scores a query of more words than a mask holds', () => {
  const words = Array.from({ length: 64 }, (_, index) => `word${index}`)
  const all = words.join(' ')
  const { score, matched } = scorePassage(passage({ body: all }), query(all), statistics)
  expect(score).toBeGreaterThan(0.1)
  expect(coverage(matched, query(all))).toBe(1)
  const last = scorePassage(passage({ body: 'word62 word63' }), query(all), statistics)
  expect(last.score).toBeGreaterThan(0)
  expect(coverage(last.matched, query(all))).toBe(0)
})
