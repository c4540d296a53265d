import { type RerankFault, type RerankWire, rerankWire } from '@docent/simulators'
import { ManualClock } from '@docent/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { expectNoSecret, failure } from '../test/observe-call.ts'
import { OpenaiCompatibleOptions } from './options.ts'
import { openaiCompatibleModels } from './vendors/openai-compatible-models.ts'

/** It does not look like a key: only what is known to be one is taken out. */
const KEY = 'a7f3c0de91b2'
const values = ['rows and rows', 'a wise owl', 'an owl']

let wire: RerankWire

afterEach(() => wire.close())

async function start(api: 'cohere' | 'voyage' | 'tei', more: object = {}, path = '/v1') {
  wire = await rerankWire(api)
  const options = OpenaiCompatibleOptions.parse({
    name: 'ranker',
    baseURL: wire.origin + path,
    apiKey: KEY,
    headers: { 'x-tenant': 'acme' },
    rerank: { api },
    ...more,
  })
  const model = openaiCompatibleModels(options, new ManualClock()).reranking?.('bge-m3')
  const rank = (texts = values, abortSignal?: AbortSignal) =>
    Promise.resolve(
      model?.doRerank({
        query: 'wise owl',
        documents: { type: 'text', values: texts },
        ...(abortSignal ? { abortSignal } : {}),
      }),
    )
  return { rank }
}

describe('a request', () => {
  test.each([
    ['cohere', '/v1', '/v1/rerank'],
    ['cohere', '/v2', '/v2/rerank'],
    ['cohere', '', '/v1/rerank'],
    ['cohere', '/v1/', '/v1/rerank'],
    ['voyage', '/v1', '/v1/rerank'],
    ['tei', '/v1', '/rerank'],
    ['tei', '', '/rerank'],
  ] as const)('to %s below "%s" goes to %s, with the key and the headers', async (api, path, to) => {
    const { rank } = await start(api, {}, path)
    expect((await rank())?.ranking.map(({ index }) => index)).toEqual([1, 2, 0])
    expect(wire.requests.map((request) => request.path)).toEqual([to])
    expect(wire.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'x-tenant': 'acme',
      'content-type': 'application/json',
    })
  })

  test('names the model and asks for all texts', async () => {
    const { rank } = await start('cohere')
    await rank()
    expect(wire.requests[0]?.body).toEqual({
      model: 'bge-m3',
      query: 'wise owl',
      documents: values,
      top_n: 3,
    })
  })

  test('of many texts is sent in parts, and their order is one', async () => {
    const { rank } = await start('tei', { rerank: { api: 'tei', maxDocuments: 2 } })
    const texts = ['row', 'wise row', 'owl row', 'row', 'a wise owl']
    expect((await rank(texts))?.ranking.map(({ index }) => index)).toEqual([4, 1, 2, 0, 3])
    expect(wire.requests).toHaveLength(3)
  })

  test('an index of another part is not believed', async () => {
    const { rank } = await start('cohere', { rerank: { maxDocuments: 2 } })
    wire.plant({ kind: 'invents' })
    const indices = (await rank(['owl', 'wise owl', 'row', 'owl']))?.ranking.map(({ index }) => index)
    expect(indices?.filter((index) => index === -1)).toHaveLength(1)
  })
})

describe('a failure', () => {
  const status = (code: number): RerankFault => ({ kind: 'status', status: code })

  test.each<[RerankFault, boolean, RegExp]>([
    [status(429), true, /limits the rate/],
    [status(503), true, /overloaded/],
    [status(500), true, /status 500/],
    [status(401), false, /refused the key/],
    [status(404), false, /has no model "bge-m3"/],
    [status(422), false, /status 422/],
    [{ kind: 'malformed' }, true, /broke off/],
  ])('by %j is retryable: %s', async (fault, isRetryable, message) => {
    const { rank } = await start('cohere')
    wire.plant(fault)
    const error = await failure(rank())
    expect(error).toMatchObject({ code: 'model_failed', isRetryable })
    expect(error.message).toMatch(message)
    expectNoSecret(error, KEY)
    expect(wire.requests).toHaveLength(1)
  })

  test('by silence ends after firstByteMs, and by the signal with its reason', async () => {
    const { rank } = await start('cohere', { firstByteMs: 100 })
    wire.plant({ kind: 'silent' })
    expect(await failure(rank())).toMatchObject({ code: 'timeout', isRetryable: true })
    wire.plant({ kind: 'silent' })
    const reason = new Error('gone')
    const abort = new AbortController()
    const ranking = rank(values, abort.signal)
    setTimeout(() => abort.abort(reason), 20)
    await expect(ranking).rejects.toBe(reason)
  })
})
