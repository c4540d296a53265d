import type { EvaluatedQuestion } from '@docent/core'
import { describe, expect, it } from 'vitest'
import { outcomeOf, outcomesLine } from './outcomes.ts'

const question = { question: 'How do I start it?', pages: ['/start'], contains: ['run'] }

function answered(text: string, checks: { cites: boolean; contains: boolean }, unanswered = false) {
  const answer = { text, cited: [], unanswered, checks: { ...checks, refuses: null } }
  return {
    question: '',
    expected: [],
    found: [],
    rank: null,
    searchMs: 0,
    answer,
  } as unknown as EvaluatedQuestion
}

const given = 'Here is what the documentation says: run'
const near = 'The documentation may not answer this. Nearest to it is: run'
const none = 'The documentation does not say.'
const right = { cites: true, contains: true }
const wrong = { cites: true, contains: false }

describe('the outcome of a question', () => {
  it.each([
    [given, right, 'right'],
    [given, wrong, 'wrong'],
    [near, right, 'near'],
    [near, wrong, 'declined'],
    [none, wrong, 'declined'],
  ])('that has an answer: %s', (text, checks, expected) => {
    expect(outcomeOf(question, answered(text, checks, text === none))).toBe(expected)
  })

  it.each([
    [given, 'wrong'],
    [near, 'right'],
    [none, 'right'],
  ])('that has none: %s', (text, expected) => {
    expect(outcomeOf({ ...question, refuses: true }, answered(text, right, text === none))).toBe(expected)
  })

  it('is counted', () => {
    expect(outcomesLine(['right', 'wrong', 'right'])).toBe(
      'Right: 2. Right, but called near: 0. Wrong: 1. Declined: 0.',
    )
  })
})
