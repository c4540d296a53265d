import { expect, test } from 'vitest'
import { compareEvaluations } from './compare-evaluations.ts'

const each = (question: string, rank: number, passed?: boolean, invented?: string[]) => ({
  question,
  expected: ['/right'],
  found: Array.from({ length: 10 }, (_, index) => (index + 1 === rank ? '/right' : `/${index}`)),
  ...(passed === undefined ? {} : { answer: { passed, invented: invented ?? [] } }),
})
const of = (measures: ReturnType<typeof compareEvaluations>, name: string) =>
  measures.find(({ measure }) => measure === name)

test('compares the questions that both have', () => {
  const questions = Array.from({ length: 30 }, (_, n) => `question ${n}`)
  const measures = compareEvaluations(
    { questions: [...questions.map((text) => each(text, 4)), each('only before', 1)] },
    { questions: [each('only after', 1), ...questions.map((text, n) => each(text, n < 3 ? 4 : 1))] },
  )
  expect(of(measures, 'recall@1')).toMatchObject({ questions: 30, difference: 0.9 })
  expect(of(measures, 'recall@1')?.low).toBeGreaterThan(0.7)
  expect(of(measures, 'recall@5')).toMatchObject({ difference: 0, low: 0, high: 0 })
  expect(measures.map(({ measure }) => measure)).not.toContain('answers passed')
})

test('compares answers, and names that they invent', () => {
  const measures = compareEvaluations(
    { questions: [each('a', 1, true, ['--no']), each('b', 1, false)] },
    { questions: [each('a', 1, true), each('b', 1, true)] },
  )
  expect(of(measures, 'answers passed')).toMatchObject({ questions: 2, difference: 0.5 })
  expect(of(measures, 'answers without invented names')).toMatchObject({ questions: 2, difference: 0.5 })
})

test('does not compare a question of which something else is expected', () => {
  const other = { ...each('a', 1), expected: ['/other'] }
  expect(compareEvaluations({ questions: [each('a', 1)] }, { questions: [other] })).toEqual([])
})
