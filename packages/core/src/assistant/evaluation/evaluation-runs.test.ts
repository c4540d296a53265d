import { MemoryProjectNotes } from '@docent/testing'
import { expect, test } from 'vitest'
import { projectId } from '../../domain/ids.ts'
import { compareRuns } from './compare-runs.ts'
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

const SETTINGS = {
  model: null,
  embedding: 'test:small',
  rerank: null,
  synonyms: null,
  variants: null,
  grounding: null,
  claims: null,
  revision: 'r1',
}

test('keeps what was measured with, and test collections apart from the documentation', async () => {
  let now = 0
  const runs = new EvaluationRuns(new MemoryProjectNotes(), { now: () => ++now })
  const retrieval = retrievalMetrics([])
  await runs.keep(docs, { retrieval, questions: [], settings: SETTINGS }, undefined)
  const judged = { ...found('q', 1), expected: Array.from({ length: 30 }, (_, n) => `d${n}`) }
  const collection = { name: 'scifact', documents: 5_183 }
  for (let n = 0; n < 22; n++)
    await runs.keep(docs, { retrieval, questions: [judged], settings: SETTINGS, collection }, undefined)
  const kept = await runs.list(docs)
  expect(kept.map(({ at }) => at)).toEqual([23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 1])
  expect(kept[0]).toMatchObject({ collection, settings: SETTINGS })
  expect(kept[0]?.questions[0]?.expected).toHaveLength(5)
  expect(kept[0]?.compared?.[0]?.expected).toHaveLength(30)
  expect(kept.at(-1)).toMatchObject({ settings: SETTINGS })
  expect(kept.at(-1)).not.toHaveProperty('collection')
})

test('gives no two results the same time, by which they are found', async () => {
  const runs = new EvaluationRuns(new MemoryProjectNotes(), { now: () => 7 })
  const retrieval = retrievalMetrics([])
  const collection = { name: 'scifact', documents: 5_183 }
  await runs.keep(docs, { retrieval, questions: [] }, undefined)
  await runs.keep(docs, { retrieval, questions: [], collection }, undefined)
  await runs.keep(docs, { retrieval, questions: [] }, undefined)
  expect((await runs.list(docs)).map(({ at }) => at)).toEqual([9, 8, 7])
})

test('reads results that an earlier version kept without settings, and compares them', async () => {
  const notes = new MemoryProjectNotes()
  const old = { retrieval: { ...retrievalMetrics([]) }, questions: [], compared: [] }
  await notes.write(docs, 'evaluation-runs', [
    { at: 2, ...old },
    { at: 1, ...old },
  ])
  const runs = new EvaluationRuns(notes, { now: () => 3 })
  await runs.keep(docs, { retrieval: retrievalMetrics([]), questions: [], settings: SETTINGS }, undefined)
  const [newest, second, first] = await runs.list(docs)
  if (!newest || !second || !first) throw new Error('three are kept')
  expect(compareRuns(first, second)).toMatchObject({ differs: undefined, questions: 0 })
  expect(compareRuns(second, newest)?.differs).toBeUndefined()
  const other = { ...newest, settings: { ...SETTINGS, embedding: null, revision: 'r2' } }
  expect(compareRuns(newest, other)?.differs).toEqual([
    { setting: 'embedding', before: 'test:small', after: null },
    { setting: 'revision', before: 'r1', after: 'r2' },
  ])
})
