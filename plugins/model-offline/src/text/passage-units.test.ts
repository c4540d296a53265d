import { expect, test } from 'vitest'
import { leadsOn, passageUnits } from './passage-units.ts'

const textsOf = (markdown: string) => passageUnits(markdown).map(({ kind, text }) => [kind, text])

test('reads a table with and without outer pipes, its links as text and its cells without padding', () => {
  const padded =
    '| Name      | Meaning            |\n| :-------- | ------------------ |\n| `a|b`     | [one](/one)        |'
  expect(textsOf(padded)).toEqual([['table', '| Name | Meaning |\n| :--- | --- |\n| `a|b` | one |']])
  const bare = 'Name | Meaning\n--- | ---\n**encode** | Compresses\n\nBelow.'
  expect(textsOf(bare)).toEqual([
    ['table', '| Name | Meaning |\n| --- | --- |\n| **encode** | Compresses |'],
    ['sentence', 'Below.'],
  ])
})

test('reads the rest of a table that was cut off from its head as a list', () => {
  expect(textsOf('| `port` | Where it listens. | 80 |\n| `host` | | |')).toEqual([
    ['item', '- `port`: Where it listens. · 80'],
    ['item', '- `host`'],
  ])
})

test('knows what is nothing without what follows', () => {
  for (const label of ['Run:', '**Stable releases:**', '**Go**', '接下来：'])
    expect(leadsOn(label)).toBe(true)
  for (const text of ['Run it.', '**Go** is a language', 'a:b']) expect(leadsOn(text)).toBe(false)
})

test('reads hostile tables in linear time', () => {
  const before = process.threadCpuUsage()
  for (const line of [
    `|${' '.repeat(100_000)}x`,
    `a|b\n${'-| '.repeat(30_000)}x`,
    `|${'`a\\'.repeat(30_000)}|`,
  ])
    passageUnits(line)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(5_000)
})
