import { expect, test } from 'vitest'
import { cutAt, filtered } from './filtered-answer.ts'
import { randomCuts, randomNumbers } from './generated-answers.ts'
import { ordinaryAnswers } from './ordinary-answers.ts'

test.each(ordinaryAnswers)('%j stays as it was written', (text) => {
  expect(filtered([text])).toBe(text)
  expect(filtered([...text])).toBe(text)
})

test('ordinary answers one behind the other stay as they were written', () => {
  const random = randomNumbers(7)
  for (let n = 0; n < 500; n++) {
    const texts = Array.from(
      { length: 4 },
      () => ordinaryAnswers[Math.floor(random() * ordinaryAnswers.length)] ?? '',
    )
    const text = texts.join('\n\n')
    expect(filtered(cutAt(text, randomCuts(text, random)))).toBe(text)
  }
})
