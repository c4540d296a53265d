import { expect, test } from 'vitest'
import { Analyzer } from './analyzer.ts'
import { pointingTerms } from './pointing-words.ts'

const pointing = (text: string, language = 'en') => [
  ...pointingTerms(new Analyzer().terms(text, language), language),
]

test('tells words that only say that documentation is looked for', () => {
  expect(pointing('read more about caching in the documentation pages')).toEqual([
    ['read', 0.1],
    ['more', 0.1],
    ['document', 0.4],
    ['page', 0.4],
  ])
  expect(pointing('caching of images')).toEqual([])
})

test('leaves a query alone that has no other words, or another language', () => {
  expect(pointing('the documentation guide')).toEqual([])
  expect(pointing('page de documentation des images', 'fr')).toEqual([])
})
