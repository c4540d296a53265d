import { hashedEmbedding, ManualClock } from '@docent/testing'
import { beforeEach, expect, test } from 'vitest'
import { keyId, projectId } from '../domain/ids.ts'
import { Models } from '../models/models.ts'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'
import { MeteredModels } from './metered-models.ts'
import { SpendCaps } from './spend-caps.ts'

/** A thousand bytes are 200 tokens, which cost a cent. */
const PRICE = { input: 50, output: 0 }
const THOUSAND = 'word '.repeat(200)
const project = { id: projectId('docs'), spendUsdPerMonth: 0.1 }
const key = { id: keyId('k1'), spendUsdPerMonth: 0.05 }

let clock: ManualClock
let caps: SpendCaps
let calls: number

beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 0, 15))
  caps = new SpendCaps(new MemoryRateLimiter(clock), clock)
  calls = 0
})

function metered(price: typeof PRICE | null = PRICE, onCall: () => void = () => {}) {
  const count = () => {
    calls++
    onCall()
  }
  const provider = {
    name: 'test',
    model: (id: string) => ({ id: `test:${id}`, ...(price ? { price } : {}) }) as never,
    embedding: () => hashedEmbedding({ dimensions: 8, onCall: count }),
    reranking: () => ({
      specificationVersion: 'v4' as const,
      provider: 'test',
      modelId: 'rank',
      doRerank: async () => {
        count()
        return { ranking: [] }
      },
    }),
  }
  return new MeteredModels(new Models([provider]), caps, clock)
}

const embed = (models: MeteredModels, subject = {}) =>
  models.embedding('test:embed', subject).doEmbed({ values: [THOUSAND] })
const rank = (models: MeteredModels, subject = {}) =>
  models
    .reranking('test:rank', subject)
    .doRerank({ query: '', documents: { type: 'text', values: [THOUSAND, THOUSAND] } })

test('counts embeddings for the project and the key, and calls no model once a cap is reached', async () => {
  const models = metered()
  await embed(models, { project, key })
  const [ofProject, ofKey] = await caps.report({ project, key })
  expect(ofProject?.used).toBeCloseTo(0.01, 2)
  expect(ofKey?.used).toBeCloseTo(0.01, 2)
  let refusal: unknown
  while (refusal === undefined && calls < 20)
    refusal = await embed(models, { project, key }).then(
      () => undefined,
      (error: unknown) => error,
    )
  expect(refusal).toMatchObject({ code: 'rate_limited', limit: 'key' })
  expect(calls).toBeLessThanOrEqual(5)
  await embed(models, { project })
})

test('counts what a re-ranking reads, about', async () => {
  await rank(metered(), { project })
  expect((await caps.report({ project }))[0]?.used).toBeCloseTo(0.02, 2)
})

test('counts nothing for a call that failed, and asks no price without a cap', async () => {
  const failing = metered(PRICE, () => {
    throw new Error('down')
  })
  await expect(embed(failing, { project })).rejects.toThrow('down')
  expect((await caps.report({ project }))[0]?.used).toBe(0)
  await embed(metered(null))
  await rank(metered(null))
})

test('refuses a model without a price under a cap, and lets one that costs nothing pass', async () => {
  await expect(embed(metered(null), { project })).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining('know the price of the model "test:embed"'),
  })
  await embed(metered({ input: 0, output: 0 }), { project })
  expect((await caps.report({ project }))[0]?.used).toBe(0)
})
