import { type EvaluatedQuestion, type EvaluationReport, EvaluationRuns } from '@docent/core'
import { ProjectNotes, projectId } from '@docent/core/plugin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const PATH = '/api/projects/docs/evaluation'
let server: TestServer
/** Questions whose page is found at that place. */
function report(questions: number, rank: number): EvaluationReport {
  const found = Array.from({ length: 10 }, (_, index) => (index + 1 === rank ? '/right' : `/${index}`))
  const each = (n: number): EvaluatedQuestion => ({
    question: `Question ${n}?`,
    expected: ['/right'],
    found,
    rank,
    searchMs: 1,
  })
  const mean = 1 / rank
  const retrieval = { questions, recallAt1: 0, recallAt5: 1, recallAt10: 1, mrr: mean, ndcgAt10: mean }
  return { retrieval, questions: Array.from({ length: questions }, (_, n) => each(n)) }
}

const SETTINGS = {
  model: null,
  embedding: null,
  rerank: null,
  synonyms: null,
  variants: null,
  grounding: null,
  claims: null,
  revision: null,
}

/** Of a test collection; what finds its documents first has a re-ranking model. */
function collected(rank: number): EvaluationReport {
  const settings = { ...SETTINGS, rerank: rank === 1 ? 'test:rerank, 50 candidates' : null }
  return { ...report(9, rank), settings, collection: { name: 'scifact', documents: 5_183 } }
}

beforeAll(async () => {
  server = await startTestServer()
  let now = Date.UTC(2026, 0, 1)
  const runs = new EvaluationRuns(server.running.docent.resolve(ProjectNotes), { now: () => ++now })
  for (const kept of [report(120, 4), report(120, 2), report(501, 2)])
    await runs.keep(projectId('docs'), kept, undefined)
  for (const rank of [3, 1]) await runs.keep(projectId('docs'), collected(rank), undefined)
})
afterAll(() => server[Symbol.asyncDispose]())

const compare = (before: string, after: string) =>
  server.call('GET', `${PATH}/comparison?${new URLSearchParams({ before, after })}`)

it('compares two results that the project keeps, and names at most 100 of the questions that changed', async () => {
  const all = (await server.call('GET', `${PATH}/runs`)).body.runs
  const runs = all.filter(({ collection }: { collection?: unknown }) => collection === undefined)
  expect(runs.map(({ isComparable }: { isComparable: boolean }) => isComparable)).toEqual([false, true, true])
  expect(runs[1]).not.toHaveProperty('compared')
  expect(runs[1].questions).toHaveLength(100)
  const [large, after, before] = runs.map(({ at }: { at: string }) => at)

  const { status, body } = await compare(before, after)
  expect([status, body.questions, body.changed.length, body.moreChanged]).toEqual([200, 120, 100, 20])
  expect(body.measures).toContainEqual({
    measure: 'MRR',
    questions: 120,
    difference: 0.25,
    low: 0.25,
    high: 0.25,
    verdict: 'better',
  })
  expect(body.changed[0]).toEqual({
    question: 'Question 0?',
    expected: ['/right'],
    change: 'better',
    before: { rank: 4 },
    after: { rank: 2 },
  })
  expect(body).not.toHaveProperty('differs')
  expect((await compare(after, before)).body.changed[0]).toMatchObject({ change: 'worse' })

  const part = await compare(large, after)
  expect([part.status, part.body.detail]).toEqual([400, expect.stringContaining('more than 500')])
  const gone = await compare(before, '2020-01-01T00:00:00.000Z')
  expect([gone.status, gone.body.detail]).toEqual([404, expect.stringContaining('2020-01-01')])
  expect((await compare(before, 'yesterday')).status).toBe(400)
})

it('compares results of a test collection with one another alone, and says what differs', async () => {
  const { runs } = (await server.call('GET', `${PATH}/runs`)).body
  const [after, before, ...own] = runs
  expect(after).toMatchObject({ collection: { name: 'scifact', documents: 5_183 }, isComparable: true })
  expect(own.every((run: object) => !('collection' in run))).toBe(true)
  const { status, body } = await compare(before.at, after.at)
  expect([status, body.questions, body.differs]).toEqual([
    200,
    9,
    [{ setting: 'rerank', before: null, after: 'test:rerank, 50 candidates' }],
  ])
  expect((await server.call('GET', `${PATH}/comparison`)).body).toEqual(body)
  const mixed = await compare(own[1].at, after.at)
  expect([mixed.status, mixed.body.detail]).toEqual([400, expect.stringContaining('different documents')])
})
