import { expect, test } from 'vitest'
import { tablesAsCode } from './tables-as-code.ts'

test('a table is aligned text in a block of code, and all else stays as it is', () => {
  const markdown = [
    'Two keys:',
    '',
    '| Key | Who has it |',
    '| --- | :---: |',
    '| `admin` | you [1](https://docs.example.com/keys) |',
    '| **assistant** | a \\| b |',
    '',
    '```',
    '| not | a table |',
    '| --- | --- |',
    '```',
    'a | b',
  ]
  expect(tablesAsCode(markdown.join('\n')).split('\n')).toEqual([
    'Two keys:',
    '',
    '```',
    'Key        Who has it',
    'admin      you 1',
    'assistant  a | b',
    '```',
    '',
    '```',
    '| not | a table |',
    '| --- | --- |',
    '```',
    'a | b',
  ])
})
