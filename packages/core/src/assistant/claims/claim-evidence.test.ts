import { expect, test } from 'vitest'
import { answerClaims } from './answer-claims.ts'
import { claimEvidence, type EvidencePassage } from './claim-evidence.ts'

const SITE = 'https://docs.example.com'
const passage = (url: string, content: string): EvidencePassage => ({
  url: SITE + url,
  title: 'Keys',
  headings: ['Keys'],
  content,
})
const PASSAGES = [
  passage('/keys#revoke', 'Revoke a key with one command.'),
  passage('/keys#rotate', 'Rotate a key each month.'),
  passage('/install', 'Install the server with npm.'),
]

function passagesOf(answer: string, passages = PASSAGES): number[][] {
  return claimEvidence(answer, answerClaims(answer), passages).map((pieces) =>
    pieces.map((piece) => piece.passage),
  )
}

test('a sentence is compared with the passage that it cites', () => {
  expect(
    passagesOf(`You install the server with npm [1](${SITE}/keys#rotate). Nothing else is needed.`),
  ).toEqual([[1], [1]])
})

test('a citation behind the full stop belongs to the sentence before it, too', () => {
  const [first] = passagesOf(
    `A key can be revoked at once. [1](${SITE}/keys#revoke) Then it is gone for good.`,
  )
  expect(first).toEqual([0])
})

test('a link to a later section of a passage stands for that passage', () => {
  const joined = { ...passage('/keys#rotate', 'Rotate each month.'), sections: [{ anchor: 'expiry' }] }
  const answer = `All keys of a project expire one day [1](${SITE}/keys#expiry). A key is rotated each month [2](${SITE}/keys#gone).`
  expect(passagesOf(answer, [...PASSAGES.slice(0, 1), joined])).toEqual([[1], [1, 0]])
})

test('a link to a page stands for all of its passages', () => {
  expect(passagesOf(`All keys can be rotated each month [1](${SITE}/keys).`)).toEqual([[1, 0]])
})

test('a sentence without a citation is compared with the passages that share most words', () => {
  const [[first] = []] = passagesOf('You install the server with one command of npm.')
  expect(first).toBe(2)
})

test('a long page is compared in pieces, under its title', () => {
  const filler = 'Nothing of use is said here.\n'.repeat(400)
  const long = passage('/long', `${filler}Penguins guard the northern gate.\n${filler}`)
  const answer = 'Penguins guard the northern gate of it.'
  const [pieces = []] = claimEvidence(answer, answerClaims(answer), [long])
  expect(pieces[0]?.text).toMatch(/^Keys\n/)
  expect(pieces[0]?.text).toContain('Penguins')
  for (const { text } of pieces) expect(text.length).toBeLessThan(4_100)
})

test('many sentences share a bounded number of pairs and characters', () => {
  const passages = Array.from({ length: 40 }, (_, at) =>
    passage(`/p${at}`, `Word${at} stands here. ${'More text follows. '.repeat(150)}`),
  )
  const answer = Array.from({ length: 40 }, (_, at) => `Here is what word${at} says about it.`).join(' ')
  const evidence = claimEvidence(answer, answerClaims(answer), passages)
  expect(evidence.flat().length).toBeLessThanOrEqual(80)
  for (const pieces of evidence) expect(pieces.length).toBeGreaterThan(0)
  const texts = new Set(evidence.flat().map(({ text }) => text))
  expect([...texts].join('').length).toBeLessThan(45_000)
})
