import { MemoryProjectNotes } from '@docent/testing'
import { expect, test } from 'vitest'
import { projectId } from '../../domain/ids.ts'
import { retrievalMetrics } from './evaluate.ts'
import { EvaluationRuns } from './evaluation-runs.ts'

const docs = projectId('docs')
const found = (question: string, rank: number | null) => ({
  question,
  expected: ['/a'],
  found: [],
  rank,
  searchMs: 1,
})

test('keeps the newest results first, and what went wrong in front', async () => {
  let now = 0
  const runs = new EvaluationRuns(new MemoryProjectNotes(), { now: () => ++now })
  expect(await runs.list(docs)).toEqual([])
  const retrieval = retrievalMetrics([])
  await runs.keep(
    docs,
    { retrieval, questions: [found('good', 1), found('bad', null), found('far', 6)] },
    undefined,
  )
  for (let n = 0; n < 20; n++) await runs.keep(docs, { retrieval, questions: [] }, 'offline:docent')
  const [newest, ...others] = await runs.list(docs)
  expect(newest).toMatchObject({ at: 21, model: 'offline:docent' })
  expect(others).toHaveLength(19)

  const fresh = new EvaluationRuns(new MemoryProjectNotes(), { now: () => 7 })
  const questions = Array.from({ length: 150 }, (_, n) => found(`q${n}`, n === 149 ? null : 1))
  await fresh.keep(docs, { retrieval, questions }, undefined)
  const [run] = await fresh.list(docs)
  expect(run?.questions).toHaveLength(100)
  expect(run?.questions[0]).toEqual({ question: 'q149', expected: ['/a'], rank: null })
})
