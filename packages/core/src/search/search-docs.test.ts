import {
  indexedPage,
  ManualClock,
  MemoryRetriever,
  type OverlapRerankingOptions,
  overlapReranking,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { project as answering } from '../../test/answer-scene.ts'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import { Models } from '../models/models.ts'
import type { Settings } from '../ports/settings.ts'
import { FilterScopes } from './filter-scopes.ts'
import { PrepareQuery } from './prepare-query.ts'
import { RerankPassages } from './rerank-passages.ts'
import { SearchDocs, type SearchQuestion } from './search-docs.ts'

const project: Project = { ...answering, models: { rerank: 'ranks:best' } }
const { rerank: _, ...models } = project.models
const plain: Project = { ...project, models }

async function setup(onCall?: OverlapRerankingOptions['onCall'], timeoutMs = 2_000) {
  const clock = new ManualClock()
  const lines: { level: string; fields: object; message: string }[] = []
  const log = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields, message })
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
  const settings = { assistant: { rerank: { candidates: 4, timeoutMs } } } as Settings
  const calls: string[][] = []
  const reranking = () =>
    overlapReranking({
      onCall: (call, result) => {
        calls.push(call.documents.values.map(String))
        return onCall?.(call, result)
      },
    })
  const provider = { ...scriptedProvider('ranks', { model: scriptedModel([]) }), reranking }
  const known = new Models([provider, scriptedProvider('plain', {})])
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(project.id)
  await writer.write([
    // By words in titles the search prefers /title; by all words of the text the model prefers /text.
    indexedPage({ path: '/title', title: 'Rotate keys', texts: ['Nothing else.', 'Rotate nothing.'] }),
    indexedPage({ path: '/text', title: 'Other', texts: ['To rotate signing keys safely, wait.'] }),
    indexedPage({
      path: '/staff',
      title: 'Rotate keys',
      texts: ['Rotate signing keys safely.'],
      groups: ['staff'],
    }),
    indexedPage({ path: '/far', title: 'Keys', texts: ['Far away.'] }),
    indexedPage({ path: '/away', title: 'Keys', texts: ['Far off.'] }),
  ])
  await writer.commit('r1')
  const reranker = new RerankPassages(known, settings, clock, logger)
  const docs = new SearchDocs(
    retriever,
    new PrepareQuery(known, clock, logger),
    reranker,
    settings,
    new FilterScopes(retriever),
  )
  const find = async (changes: Partial<SearchQuestion> = {}, used = project, signal?: AbortSignal) => {
    const query = { text: 'rotate signing keys safely', limit: 3, ...changes }
    const found = await docs.search(used, query, signal ? { signal } : {})
    return found.map(({ passage, score }) => [passage.pagePath, score] as const)
  }
  return { find, calls, clock, lines, reranker }
}

const paths = (found: readonly (readonly [string, number])[]) => found.map(([path]) => path)

describe('a project with a re-ranking model', () => {
  test('has its candidates in the order of the model, with its scores', async () => {
    const { find, calls } = await setup()
    expect(paths(await find({}, plain))[0]).toBe('/title')
    expect(calls).toEqual([])
    const found = await find()
    expect(found[0]).toEqual(['/text', 1])
    expect(found).toHaveLength(3)
    const scores = found.map(([, score]) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  })

  test('shows the model no more than the best candidates, each with its headings', async () => {
    const { find, calls } = await setup()
    await find()
    expect(calls).toHaveLength(1)
    expect(calls[0]).toHaveLength(4)
    expect(calls[0]?.[0]).toMatch(/^Rotate keys\b/)
  })

  test('has what the model did not see after what it saw, and no surer', async () => {
    const { find, calls } = await setup()
    const found = await find({ limit: 50 })
    expect(calls[0]).toHaveLength(4)
    expect(found.length).toBeGreaterThan(3)
    const scores = found.map(([, score]) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(await find({ limit: 2 })).toEqual(found.slice(0, 2))
  })

  test('shows the model only what the caller may see', async () => {
    const { find, calls } = await setup()
    expect(paths(await find({ filter: { groups: ['staff'] } }))).not.toContain('/staff')
    await find({ limit: 50 })
    expect(calls.flat().filter((text) => text.includes('Rotate signing keys safely.'))).toEqual([])
    expect(paths(await find({ filter: { trustedGroups: ['staff'] } }))).toContain('/staff')
  })

  test('joins neighbours after the model ranked them, and answers no more than asked for', async () => {
    const { find, calls } = await setup()
    const found = await find({ limit: 2 })
    expect(calls[0]?.filter((text) => text.startsWith('Rotate keys'))).toHaveLength(2)
    expect(paths(found)).toEqual(['/text', '/title'])
  })

  test('asks no model about one passage or none', async () => {
    const { find, calls } = await setup()
    expect(await find({ text: 'zebra' })).toEqual([])
    expect(await find({ text: 'wait' })).toHaveLength(1)
    expect(calls).toEqual([])
  })

  test.each([
    ['unknown:x', /names the provider "unknown"/],
    ['plain:x', /plain has no re-ranking models: .* Set models.rerank/],
  ])('that is not there (%s) is told what to set, and not served without', async (rerank, message) => {
    const { find } = await setup()
    const error = await find({}, { ...project, models: { rerank } }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'model_not_configured', message: expect.stringMatching(message) })
  })
})

describe('a re-ranking model that fails', () => {
  const broken: [string, OverlapRerankingOptions['onCall']][] = [
    ['throws', () => Promise.reject(new Error('down'))],
    ['drops a passage', (_call, { ranking }) => ({ ranking: ranking.slice(1) })],
    [
      'names a passage twice',
      (_call, { ranking }) => ({ ranking: [...ranking.slice(1), ...ranking.slice(1, 2)] }),
    ],
    [
      'makes a passage up',
      (_call, { ranking }) => ({
        ranking: ranking.map((each, at) => (at === 0 ? { ...each, index: 99 } : each)),
      }),
    ],
    ['is late, whatever its signal says', () => new Promise(() => {})],
  ]

  test.each(broken)(
    'because it %s leaves the order of the search, and it is told',
    async (_fault, onCall) => {
      const { find, lines, reranker } = await setup(onCall, 100)
      expect(await find()).toEqual(await find({}, plain))
      expect(reranker.fallbacks).toBe(1)
      expect(lines).toMatchObject([
        { level: 'warn', fields: { model: 'ranks:best', err: expect.any(Error), fallbacks: 1 } },
      ])
      expect(reranker.health()).toEqual({
        ok: false,
        message: expect.stringContaining('The re-ranking model ranks:best has been failing since '),
      })
    },
  )

  test('joins neighbours as the search does', async () => {
    const { find } = await setup(() => Promise.reject(new Error('down')))
    const query = { limit: 3 }
    expect(await find(query)).toEqual(await find(query, plain))
  })

  test('is left alone for half a minute, counted, and then asked again', async () => {
    let isDown = true
    const { find, calls, clock, lines, reranker } = await setup((_call, result) => {
      if (isDown) throw new Error('down')
      return result
    })
    await find()
    await find()
    expect([calls.length, reranker.fallbacks, lines.length]).toEqual([1, 2, 1])
    isDown = false
    clock.advance(30_000)
    expect(paths(await find())[0]).toBe('/text')
    expect(reranker.health()).toEqual({ ok: true })
    expect(lines.at(-1)).toMatchObject({ level: 'info', message: 'passages are re-ranked again' })
    expect(reranker.fallbacks).toBe(2)
  })

  test('for a moment is asked once more', async () => {
    let failures = 1
    const { find, calls, reranker } = await setup((_call, result) => {
      if (failures-- > 0) throw new DocentError('model_failed', 'overloaded', { isRetryable: true })
      return result
    })
    expect(paths(await find())[0]).toBe('/text')
    expect([calls.length, reranker.fallbacks]).toEqual([2, 0])
  })

  test('because the caller left rejects with the reason, and says nothing of the model', async () => {
    const abort = new AbortController()
    const reason = new Error('gone')
    const { find, reranker, lines } = await setup(() => {
      abort.abort(reason)
      return new Promise(() => {})
    })
    await expect(find({}, project, abort.signal)).rejects.toBe(reason)
    expect([reranker.health().ok, reranker.fallbacks, lines]).toEqual([true, 0, []])
  })
})
