import { MemoryProjectNotes } from '@docent/testing'
import { expect, test } from 'vitest'
import { projectId } from '../../domain/ids.ts'
import { compareRuns } from './compare-runs.ts'
import { retrievalMetrics } from './evaluate.ts'
import { type EvaluationRun, EvaluationRuns } from './evaluation-runs.ts'
import type { EvaluatedQuestion } from './run-evaluation.ts'

const docs = projectId('docs')

/** A question whose page is found at that place, with an answer where something is said of it. */
function asked(
  question: string,
  rank: number | null,
  answer?: { passed: boolean; invented?: string[]; unsupported?: string[] },
): EvaluatedQuestion {
  const found = Array.from({ length: 10 }, (_, index) => (index + 1 === rank ? '/right' : `/${index}`))
  const shared = { text: '', cited: [], unanswered: false, totalMs: 1, names: 1 }
  const checks = { cites: null, contains: null, refuses: null }
  return {
    question,
    expected: ['/right'],
    found,
    rank,
    searchMs: 1,
    ...(answer && {
      answer: {
        ...shared,
        checks,
        passed: answer.passed,
        invented: answer.invented ?? [],
        ...(answer.unsupported && { claims: { checked: 3, unsupported: answer.unsupported } }),
      },
    }),
  }
}

/** As a project keeps them. */
async function kept(...reports: EvaluatedQuestion[][]): Promise<EvaluationRun[]> {
  let now = 0
  const runs = new EvaluationRuns(new MemoryProjectNotes(), { now: () => ++now })
  for (const questions of reports)
    await runs.keep(docs, { retrieval: retrievalMetrics(questions), questions }, undefined)
  return (await runs.list(docs)).reverse()
}

async function compared(before: EvaluatedQuestion[], after: EvaluatedQuestion[]) {
  const [first, second] = await kept(before, after)
  if (!first || !second) throw new Error('Two runs are kept.')
  return compareRuns(first, second)
}

const numbered = (count: number, rank: number | null) =>
  Array.from({ length: count }, (_, n) => asked(`question ${n}`, rank))

test('says which measures are better, which are worse, and of which nothing is shown', async () => {
  const result = await compared(
    numbered(20, 8).map((each, n) => (n === 0 ? asked(each.question, 1) : each)),
    numbered(20, 4).map((each, n) => (n === 0 ? asked(each.question, 2) : each)),
  )
  expect(result?.questions).toBe(20)
  const verdicts = Object.fromEntries((result?.measures ?? []).map((each) => [each.measure, each.verdict]))
  expect(verdicts).toEqual({
    'recall@1': 'unclear',
    'recall@5': 'better',
    MRR: 'better',
    'nDCG@10': 'better',
  })
  expect(result?.changed).toHaveLength(20)
  expect(result?.changed[0]).toEqual({
    question: 'question 0',
    expected: ['/right'],
    change: 'worse',
    before: { rank: 1 },
    after: { rank: 2 },
  })
  const back = await compared(numbered(20, 4), numbered(20, null))
  expect(back?.measures.map(({ verdict }) => verdict)).toEqual(['unclear', 'worse', 'worse', 'worse'])
  expect(back?.measures.find(({ measure }) => measure === 'MRR')).toMatchObject({ difference: -0.25 })
})

test('has the figures of the whole reports, also of questions with several pages', async () => {
  const several = (...found: string[]): EvaluatedQuestion => ({
    question: 'several',
    expected: ['/a', '/b', '/c'],
    found,
    rank: 1,
    searchMs: 1,
  })
  const [before, after] = [several('/b', '/x', '/a'), several('/x', '/c', '/a', '/b')]
  const result = await compared([before], [after])
  for (const [measure, key] of [
    ['recall@5', 'recallAt5'],
    ['MRR', 'mrr'],
    ['nDCG@10', 'ndcgAt10'],
  ] as const)
    expect(result?.measures.find((each) => each.measure === measure)?.difference).toBeCloseTo(
      retrievalMetrics([after])[key] - retrievalMetrics([before])[key],
      10,
    )
})

test('lists what changed of answers, and compares nothing that one run does not know', async () => {
  const result = await compared(
    [
      asked('same', 1, { passed: true }),
      asked('now wrong', 1, { passed: true }),
      asked('now invents', 3, { passed: true }),
      asked('now supported', 1, { passed: true, unsupported: ['No.'] }),
      asked('not answered before', 1),
      asked('only before', 1),
    ],
    [
      asked('same', 1, { passed: true }),
      asked('now wrong', 1, { passed: false }),
      asked('now invents', 1, { passed: true, invented: ['--no'] }),
      asked('now supported', 1, { passed: true, unsupported: [] }),
      asked('not answered before', 1, { passed: false, invented: ['--no'] }),
      asked('only after', 1),
    ],
  )
  expect(result?.changed.map(({ question, change }) => [question, change])).toEqual([
    ['now wrong', 'worse'],
    ['now invents', 'mixed'],
    ['now supported', 'better'],
  ])
  expect(result?.changed[1]?.after).toEqual({ rank: 1, passed: true, invented: ['--no'] })
  expect(result?.measures.map(({ measure, questions }) => [measure, questions])).toContainEqual([
    'answers without unsupported claims',
    1,
  ])
})

test('compares no run of which it has only a part', async () => {
  expect(await compared(numbered(500, 1), numbered(500, 1))).toMatchObject({ questions: 500, changed: [] })
  expect(await compared(numbered(501, 1), numbered(20, 1))).toBeUndefined()
  const [run] = await kept(numbered(20, 1))
  if (!run) throw new Error('A run is kept.')
  const { compared: _, ...old } = run
  expect(compareRuns(old, run)).toBeUndefined()
})
