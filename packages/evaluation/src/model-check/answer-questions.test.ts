import { describe, expect, it } from 'vitest'
import { CHECK_QUESTIONS, type GivenAnswer, judgeAnswer } from './answer-questions.ts'

const question = (id: string) => {
  const found = CHECK_QUESTIONS.find((each) => each.id === id)
  if (!found) throw new Error(`There is no question ${id}.`)
  return found
}
const judged = (id: string, given: Partial<GivenAnswer>) =>
  judgeAnswer(question(id), { text: '', cited: [], isUnanswered: false, invented: [], ...given }).defects

describe('the questions of a check', () => {
  it('are twelve, each with an id of its own', () => {
    expect(new Set(CHECK_QUESTIONS.map(({ id }) => id)).size).toBe(12)
  })

  it('accept an answer that says it, cites it and speaks the language', () => {
    const german =
      'Sie legen eine Umgebung mit diesem Befehl an, und dann wird sie angezeigt:\n`ferry environments create staging`'
    expect(judged('german', { text: german, cited: ['/guides/environments'] })).toEqual([])
    const rollback = 'Run `ferry rollback 41` to return to the release of that number.'
    expect(judged('rollback', { text: rollback, cited: ['/guides/rollback'] })).toEqual([])
    expect(judged('price', { text: 'The documentation does not say.', isUnanswered: true })).toEqual([])
  })

  it('name each fault of an answer', () => {
    const english = 'You create the environment with this command: `ferry environments create staging`'
    expect(judged('german', { text: english, cited: ['/guides/environments'] })).toEqual(['wrong-language'])
    expect(judged('rollback', { text: 'Run `ferry rollback 41`.', cited: [] })).toEqual(['no-citations'])
    expect(judged('rollback', { text: 'Click on it.', cited: ['/guides/rollback'] })).toEqual([
      'wrong-answer',
    ])
    expect(judged('rollback', { isUnanswered: true })).toEqual(['wrong-answer'])
    expect(judged('price', { text: 'It is $9.', cited: ['/install'] })).toEqual(['never-refuses'])
    const invented = { text: 'Run `ferry rollback --all`.', cited: ['/guides/rollback'], invented: ['--all'] }
    expect(judged('rollback', invented)).toEqual(['invents-names'])
  })
})
