import { expect, test } from 'vitest'
import { excerptOf, wordsOf } from './excerpt.ts'

test('shows the words of a passage without the marks of its generator', () => {
  const passage =
    '!!! warning "Mind `this`"\n\n    Text.\n\n=== "npm"\n\n    ```sh\n    npm i\n    ```\n\n??? info\n    Inside {{< param "x" >}}.\n\n::: tip\n[a](b)\n:::'
  expect(excerptOf(passage, 200)).toBe('Mind this Text. npm sh npm i Inside . a')
  expect(excerptOf('word '.repeat(100), 20)).toBe('word word word word…')
})

test('shows what is around the first word of a query that is further behind', () => {
  const passage = `${'Nothing of interest. '.repeat(10)}Then set the Token of the host, and start.`
  expect(excerptOf(passage, 60, wordsOf('token'))).toBe(
    '…interest. Then set the Token of the host, and start.',
  )
  expect(excerptOf('Set the token.', 60, wordsOf('token'))).toBe('Set the token.')
  expect(excerptOf(passage, 24, wordsOf('absent'))).toBe('Nothing of interest. No…')
})

test('finds the words of a query in a text, and none in punctuation', () => {
  expect('API-Key for 令牌 (x)'.split(wordsOf('api-key 令牌 *') ?? '')).toEqual([
    '',
    'API-Key',
    ' for ',
    '令牌',
    ' (x)',
  ])
  expect(wordsOf('? .*')).toBeUndefined()
})
