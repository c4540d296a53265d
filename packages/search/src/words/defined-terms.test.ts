import { expect, test } from 'vitest'
import { Analyzer } from './analyzer.ts'
import { definitionIn } from './defined-terms.ts'
import { isNameAlone, queryVariants } from './query-variants.ts'

const analyzer = new Analyzer()
const defines = (content: string, headings: string[] = ['Lanterns'], asked = 'mastHeight') =>
  definitionIn(JSON.stringify({ title: 'Lanterns', headings, content }), analyzer.compounds(asked), analyzer)

test.each([
  '| Name | Means |\n| --- | --- |\n| `mastHeight` | in metres |',
  'Options:\n\n- `mastHeight`: in metres',
  '* **`mastHeight`** in metres',
  '- [`mastHeight`](#mast-height) in metres',
  '| `-m`, `--mast <metres>` or `mastHeight` | in metres |',
  '| <a id="mast" href="#mast">`mastHeight`</a> | in metres |',
])('knows a definition in %j', (content) => {
  expect(defines(content)).toBe('spelt')
})

test('knows a heading that has the name, and no use of it', () => {
  expect(defines('In metres.', ['Lanterns', '`mastHeight(deck)`'])).toBe('spelt')
  expect(defines('In metres.', ['Lanterns', 'How to use `mastHeight`'])).toBe('spelt')
  expect(defines('In metres.', ['Lanterns', 'Masts and their height'])).toBe(undefined)
  expect(defines('Set `mastHeight` in metres.\n\n| other | with `mastHeight` |')).toBe(undefined)
})

test('takes no line of code, and no line of a sentence, that begins with a name for a definition', () => {
  expect(defines('```\n# TYPE mastHeight gauge\nmastHeight 12\n- mastHeight\n```')).toBe(undefined)
  expect(defines('Before you set\n`mastHeight`, take the sail down.')).toBe(undefined)
})

test('tells what is spelt as it was asked from what only has its stem', () => {
  expect(defines('- `mastHeights`: of all masts')).toBe('term')
  expect(defines('- `mast_height`: in metres')).toBe('spelt')
  expect(defines('- `--sail`: set it', undefined, '--sail')).toBe('spelt')
  expect(defines('- `sail`: what is set', undefined, '--sail')).toBe('term')
})

test('tells a name alone from a question with other words', () => {
  const isAlone = (text: string) => queryVariants({ text }, ['en'], analyzer).map(isNameAlone)
  expect(isAlone('mastHeight')).toEqual([true])
  expect(isAlone('what is --hang-lanterns')).toEqual([true])
  expect(isAlone('mastHeight in metres')).toEqual([false])
  expect(isAlone('--sail')).toEqual([true])
  expect(isAlone('E0308')).toEqual([true])
  expect(isAlone('ports 3000')).toEqual([false])
  expect(isAlone('lanterns')).toEqual([false])
})
