import { hashedEmbedding, ManualClock } from '@docent/testing'
import { expect, test } from 'vitest'
import { DEFAULT_ORGANIZATION, projectId } from '../domain/ids.ts'
import type { Project } from '../domain/project.ts'
import { SpendReached } from '../domain/spend-reached.ts'
import type { SpendSubject } from '../limits/spend-caps.ts'
import { Models } from '../models/models.ts'
import { COMMON_SYNONYMS } from './common-synonyms.ts'
import { PrepareQuery } from './prepare-query.ts'

const project: Project = {
  id: projectId('handbook'),
  organizationId: DEFAULT_ORGANIZATION,
  domain: 'handbook',
  name: 'Handbook',
  repository: 'https://git.example/handbook',
  docsPath: '',
  models: {},
  assistant: { finishThreadId: 'auto', threadKeys: 'optional', synonyms: [['sso', 'single sign-on']] },
  origin: 'config',
  disabled: false,
  createdAt: 0,
}

function setup(onCall: (values: readonly string[]) => void = () => {}) {
  const clock = new ManualClock()
  const warnings: unknown[] = []
  const logger = { debug() {}, info() {}, warn: (fields: unknown) => warnings.push(fields), error() {} }
  const embedding = () => hashedEmbedding({ dimensions: 8, onCall })
  const provider = {
    name: 'test',
    embedding,
    model: () => {
      throw new Error('not asked for')
    },
  }
  const queries = new PrepareQuery(new Models([provider]), clock, logger)
  return { clock, warnings, query: queries.prepare(project, { text: 'lantern', limit: 5 }) }
}

test('adds the synonyms of the project before the common ones, and keeps what the query says', () => {
  const { query } = setup()
  expect(query).toMatchObject({ text: 'lantern', limit: 5 })
  expect(query.synonyms).toEqual([['sso', 'single sign-on'], ...COMMON_SYNONYMS])
})

test('embeds a question once, however often it is searched', async () => {
  const calls: string[] = []
  const { query } = setup((values) => void calls.push(...values))
  expect(await query.embed?.('lantern', 'test:h', {})).toHaveLength(8)
  expect(await query.embed?.('lantern', 'test:h', {})).toHaveLength(8)
  expect(calls).toEqual(['lantern'])
})

test('says in the log that the model failed, and leaves it alone for half a minute', async () => {
  let calls = 0
  const { query, clock, warnings } = setup(() => {
    calls++
    throw new Error('down')
  })
  expect(await query.embed?.('one', 'test:h', {})).toBeUndefined()
  expect(await query.embed?.('two', 'test:h', {})).toBeUndefined()
  expect([calls, warnings.length]).toEqual([1, 1])
  clock.advance(30_000)
  await query.embed?.('two', 'test:h', {})
  expect(calls).toBe(2)
})

test('answers no vector for a model that is not configured any more', async () => {
  const { query, warnings } = setup()
  expect(await query.embed?.('one', 'gone:h', {})).toBeUndefined()
  expect(warnings).toHaveLength(1)
})

test('rejects with the reason of an aborted signal', async () => {
  const reason = new Error('the client left')
  const { query } = setup()
  await expect(query.embed?.('one', 'test:h', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})

test('searches by words when the money of a project is gone, without a pause for others', async () => {
  const calls: string[] = []
  const capped = { ...project, spendUsdPerMonth: 1 }
  const models = new Models([
    {
      name: 'test',
      model: () => fail(),
      embedding: () => hashedEmbedding({ onCall: (values) => void calls.push(...values) }),
    },
  ])
  const metered = {
    embedding: (id: string, { project: of }: SpendSubject) => {
      if (of?.spendUsdPerMonth === undefined) return models.embedding(id)
      const state = { scope: 'project' as const, id: of.id, max: 1, used: 1, left: 0, resetAt: 0 }
      return { ...models.embedding(id), doEmbed: () => Promise.reject(new SpendReached(state, 0)) }
    },
  }
  const warnings: unknown[] = []
  const logger = { debug() {}, info() {}, warn: (fields: unknown) => warnings.push(fields), error() {} }
  const queries = new PrepareQuery(metered, new ManualClock(), logger)
  const ask = (of: Project) => queries.prepare(of, { text: 'a', limit: 5 }).embed?.('lantern', 'test:h', {})
  expect(await ask(capped)).toBeUndefined()
  expect(await ask(project)).toBeDefined()
  expect([calls, warnings]).toEqual([['lantern'], []])
})

function fail(): never {
  throw new Error('not asked for')
}
