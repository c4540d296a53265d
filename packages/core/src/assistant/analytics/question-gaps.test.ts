import { cpuTimeOf } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { threadId } from '../../domain/ids.ts'
import type { UnansweredQuestion } from '../../ports/thread-reports.ts'
import { groupQuestions } from './question-gaps.ts'
import { questionTerms } from './question-terms.ts'

const asked = (...questions: string[]): UnansweredQuestion[] =>
  questions.map((question, n) => ({
    question,
    threadId: threadId(String(n).padStart(32, '0')),
    turnId: `turn${n}`,
    createdAt: 1_000 + n,
  }))

describe('questionTerms', () => {
  test.each([
    ['How do I revoke API keys?', ['api', 'key', 'revok']],
    ['revoking the API key', ['api', 'key', 'revok']],
    ['How to do it?', ['do', 'how', 'it', 'to']],
    ['??', []],
    ["What is Docent's pricing", ['docent', 'pric']],
  ])('%j is about %j', (question, terms) => {
    expect([...questionTerms(question).keys()]).toEqual(terms)
  })

  test('tells words apart where a script has no spaces', () => {
    expect(questionTerms('APIキーを削除する方法').size).toBeGreaterThan(2)
  })
})

describe('groupQuestions', () => {
  test('puts wordings of one question together, the most asked for first', () => {
    const gaps = groupQuestions(
      asked(
        'Is there a price for the cloud?',
        'How do I revoke an API key?',
        'revoke api keys',
        'How do I revoke an API key',
        'Where is the dark mode?',
      ),
    )
    expect(gaps.map(({ count, terms }) => [count, terms])).toEqual([
      [3, ['api', 'key', 'revoke']],
      [1, ['dark', 'mode']],
      [1, ['cloud', 'price']],
    ])
    expect(gaps[0]).toMatchObject({
      firstAskedAt: 1_001,
      lastAskedAt: 1_003,
      questions: [
        { question: 'How do I revoke an API key', count: 2, threadId: '3'.padStart(32, '0') },
        { question: 'revoke api keys', count: 1 },
      ],
    })
  })

  test('counts the days on which a gap was asked for', () => {
    const day = 86_400_000
    const [first, second, third] = asked('Use a proxy', 'Use a proxy', 'Use a proxy')
    const times = [20 * day + 5, 22 * day, 20 * day + 9]
    const questions = [first, second, third].map((one, n) => ({ ...one, createdAt: times[n] }))
    expect(groupQuestions(questions as UnansweredQuestion[])[0]?.days).toEqual([
      { day: 20 * day, count: 2 },
      { day: 22 * day, count: 1 },
    ])
  })

  test('gives the same groups and ids in whatever order the questions come, and as more come in', () => {
    const questions = asked('Backup to S3?', 'Restore a backup', 'S3 backup region', 'Use a proxy')
    const gaps = groupQuestions(questions)
    expect(groupQuestions(questions.toReversed())).toEqual(gaps)
    const later = groupQuestions([
      ...questions,
      { ...asked('proxy')[0], createdAt: 9_000 } as UnansweredQuestion,
    ])
    expect(later.map(({ id }) => id).sort()).toEqual(gaps.map(({ id }) => id).sort())
  })

  test('keeps questions apart that share only common words', () => {
    expect(groupQuestions(asked('How do I use the proxy?', 'How do I use the editor?'))).toHaveLength(2)
  })

  test('groups thousands of questions in little time', async () => {
    const many = asked(
      ...Array.from({ length: 2_000 }, (_, n) => `Question number ${n % 300} of topic ${n % 7}`),
    )
    let groups: ReturnType<typeof groupQuestions> = []
    const cost = await cpuTimeOf(() => {
      groups = groupQuestions(many)
    })
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(2_000)
    expect(cost).toBeLessThan(1_000)
  })
})
