import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('shows the words of a passage without the marks of its generator', () => {
  const passage =
    '!!! warning "Mind `this`"\n\n    Text.\n\n=== "npm"\n\n    ```sh\n    npm i\n    ```\n\n??? info\n    Inside {{< param "x" >}}.\n\n::: tip\n[a](b)\n:::'
  expect(excerptOf(passage, 200)).toBe('Mind this Text. npm sh npm i Inside . a')
  expect(excerptOf('word '.repeat(100), 20)).toBe('word word word word…')
})
