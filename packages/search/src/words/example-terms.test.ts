import { expect, test } from 'vitest'
import { Analyzer } from './analyzer.ts'
import { exampleTerms } from './example-terms.ts'

const analyzer = new Analyzer()
const examples = (text: string) => [...exampleTerms(text, analyzer.terms(text, 'en'), analyzer, 'en')].sort()

test('takes numbers, single letters and what is quoted for data of an example', () => {
  expect(examples('split lantern l after 5 parts')).toEqual(['5', 'l'])
  expect(examples(`join lanterns with "harbour red" and 'mast'`)).toEqual(['harbour', 'mast', 'red'])
  expect(examples('join lanterns with “harbour”')).toEqual(['harbour'])
})

test('keeps a word that also stands outside of the quotes, and words around an apostrophe', () => {
  expect(examples('the mast of "mast lantern"')).toEqual(['lantern'])
  expect(examples("the ship's mast and the sailors' lantern")).toEqual([])
})

test('keeps all of a query that has nothing else', () => {
  expect(examples('404')).toEqual([])
  expect(examples('"hanging lantern"')).toEqual([])
})

test('keeps the parts of a name, but not of a number', () => {
  expect(examples('render 3D charts from vectors')).toEqual([])
  expect(examples('round 3.14 to l places')).toEqual(['14', '3', '314', 'l'])
})
