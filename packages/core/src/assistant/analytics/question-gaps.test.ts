import { cpuTimeOf } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { threadId } from '../../domain/ids.ts'
import type { UnansweredQuestion } from '../../ports/thread-reports.ts'
import { asGap, groupQuestions as groupsOf } from './question-gaps.ts'
import { questionTerms } from './question-terms.ts'

const asked = (...questions: string[]): UnansweredQuestion[] =>
  questions.map((question, n) => ({
    question,
    threadId: threadId(String(n).padStart(32, '0')),
    turnId: `turn${n}`,
    createdAt: 1_000 + n,
    fp: `reader${n}`,
    earlier: [],
  }))

const groupQuestions = (questions: readonly UnansweredQuestion[]) =>
  groupsOf(questions)
    .map(asGap)
    .sort((a, b) => b.count - a.count || b.lastAskedAt - a.lastAskedAt)

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

  test.each([
    ['And how do I undo it?', ['How do I turn on dark mode?'], 'How do I turn on dark mode?'],
    ['Does it cost anything?', ['And on Windows?', 'Is there a proxy?'], 'Is there a proxy?'],
    ['Why?', ['Is there a proxy?'], 'Is there a proxy?'],
    ['Und wie mache ich das?', ['Wie stelle ich den Proxy ein?'], 'Wie stelle ich den Proxy ein?'],
    ['そのプロキシは？でもそれは？', ['プロキシの設定方法'], 'プロキシの設定方法'],
    ['What does the cloud cost?', ['Is there a proxy?'], null],
    ['Is it possible to use a proxy?', ['Where is the dark mode?'], null],
    ['How do I configure the proxy so that it uses TLS with a key?', ['Where is the dark mode?'], null],
    ['Does it support SSO?', [], null],
  ])('%j after %j keeps the question %j', (question, earlier, follows) => {
    const gaps = groupQuestions(asked(question).map((one) => ({ ...one, earlier })))
    expect(gaps.map(({ questions }) => questions[0])).toMatchObject([{ question, follows }])
    expect(gaps[0]?.title).toBe(follows === null ? question : `${follows} → ${question}`)
  })

  test.each(['And how do I undo it?', 'How to do it?', 'Why?', '??'])('%j alone is no gap', (question) => {
    expect(groupQuestions(asked(question))).toEqual([])
  })

  test('puts a follow-up to the question that it follows', () => {
    const [first, second] = asked('How do I turn on dark mode?', 'And how do I undo it?')
    const gaps = groupQuestions([
      first,
      { ...second, earlier: ['How do I turn on dark mode?'] },
    ] as UnansweredQuestion[])
    expect(gaps).toMatchObject([{ count: 2, title: 'How do I turn on dark mode?' }])
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
