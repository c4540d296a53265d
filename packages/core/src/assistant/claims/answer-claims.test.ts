import { expect, test } from 'vitest'
import { answerClaims } from './answer-claims.ts'

const claimed = (answer: string) =>
  answerClaims(answer).map(({ text, start, end }) => [text, answer.slice(start, end)])

test('a citation behind a full stop belongs to the sentence before it, and hides no other', () => {
  expect(
    claimed('The server listens on port 80. [1](/guides/serve#port) It needs no certificate at all. [2]'),
  ).toEqual([
    ['The server listens on port 80.', 'The server listens on port 80. [1](/guides/serve#port)'],
    ['It needs no certificate at all.', 'It needs no certificate at all. [2]'],
  ])
  expect(
    claimed('The server listens on port 80 [1](/guides/serve). Set a token before you start it [2].'),
  ).toEqual([
    ['The server listens on port 80.', 'The server listens on port 80 [1](/guides/serve).'],
    ['Set a token before you start it.', 'Set a token before you start it [2].'],
  ])
})

test('headings, code and short words claim nothing, and items claim without their marks', () => {
  const answer =
    '# A long heading of an answer\n\nYes.\n\n- [1](/a) Run `acme serve` in the folder.\n\n```sh\nacme serve --port 80 # and more\n```\n'
  expect(claimed(answer)).toEqual([
    ['Run acme serve in the folder.', '[1](/a) Run `acme serve` in the folder.'],
  ])
})
