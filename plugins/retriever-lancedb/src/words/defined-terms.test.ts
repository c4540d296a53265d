import { expect, test } from 'vitest'
import { Analyzer } from './analyzer.ts'
import { definesOne } from './defined-terms.ts'
import { isNameAlone, queryVariants } from './query-variants.ts'

const analyzer = new Analyzer()
const defines = (content: string, headings: string[] = ['Lanterns']) =>
  definesOne(
    JSON.stringify({ title: 'Lanterns', headings, content }),
    new Set(analyzer.compounds('mastHeight').map(({ whole }) => whole)),
    analyzer,
  )

test.each([
  '| Name | Means |\n| --- | --- |\n| `mastHeight` | in metres |',
  'Options:\n\n- `mastHeight`: in metres',
  '* **`mastHeight`** in metres',
])('knows a definition in %j', (content) => {
  expect(defines(content)).toBe(true)
})

test('knows a heading that is the name, and no use of it', () => {
  expect(defines('In metres.', ['Lanterns', '`mastHeight(deck)`'])).toBe(true)
  expect(defines('In metres.', ['Lanterns', 'How to use mastHeight'])).toBe(false)
  expect(defines('Set `mastHeight` in metres.\n\n| other | with `mastHeight` |')).toBe(false)
})

test('tells a name alone from a question with other words', () => {
  const isAlone = (text: string) => queryVariants({ text }, ['en'], analyzer).map(isNameAlone)
  expect(isAlone('mastHeight')).toEqual([true])
  expect(isAlone('what is --hang-lanterns')).toEqual([true])
  expect(isAlone('mastHeight in metres')).toEqual([false])
  expect(isAlone('lanterns')).toEqual([false])
})
