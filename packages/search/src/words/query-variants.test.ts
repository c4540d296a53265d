import { expect, test } from 'vitest'
import { Analyzer } from './analyzer.ts'
import { queryVariants } from './query-variants.ts'

const analyzer = new Analyzer()
const terms = (...[query, languages]: [Parameters<typeof queryVariants>[0], string[]]) =>
  queryVariants(query, languages, analyzer).map((variant) => variant.terms.join(' '))

test('reads a query in the language of the filter, and in that of pages that name none', () => {
  expect(terms({ text: 'Konfigurationen', filter: { language: 'de-CH' } }, ['en', 'de'])).toEqual([
    'konfiguration',
    'konfigurationen',
  ])
  expect(terms({ text: 'installations', filter: { language: 'fr' } }, ['en', 'fr'])).toEqual([
    'install',
    'instal',
  ])
})

test('reads a query in the language of its small words, or of its script', () => {
  expect(queryVariants({ text: 'wie geht das mit Laternen' }, ['en', 'de', 'fr'], analyzer)).toMatchObject([
    { language: 'de', terms: ['latern'] },
  ])
  expect(queryVariants({ text: '設定する' }, ['en', 'ja', 'zh'], analyzer)).toMatchObject([
    { language: 'ja' },
  ])
  expect(queryVariants({ text: 'настройки' }, ['en', 'ru'], analyzer)).toMatchObject([
    { language: 'ru', terms: ['настроик'] },
  ])
})

test('reads a query in the most frequent languages when nothing tells which one it is in', () => {
  expect(terms({ text: 'Komponenten' }, ['en', 'de'])).toEqual(['komponenten', 'komponent'])
})

test('reads a query in English while the index has nothing', () => {
  expect(terms({ text: 'hanging lanterns' }, [])).toEqual(['hang lantern'])
})

test('replaces the longest wording that occurs by each other of its set', () => {
  const synonyms = [['sign on', 'login', 'single sign on']]
  expect(terms({ text: 'single sign on setup', synonyms }, ['en'])).toEqual([
    'singl sign setup',
    'sign setup',
    'login setup',
  ])
  expect(terms({ text: 'signature', synonyms }, ['en'])).toEqual(['signatur'])
})
