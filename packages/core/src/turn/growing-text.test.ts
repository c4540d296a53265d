import { expect, test } from 'vitest'
import { GrowingText } from './growing-text.ts'

test('a growing text is all its pieces, in order', () => {
  const text = new GrowingText()
  let expected = ''
  for (let n = 0; n < 1_000; n++) {
    expect(text.toString()).toBe(expected)
    text.add(`${n} `)
    expected += `${n} `
  }
  expect(text.toString()).toBe(expected)
})
