import type { Passage } from '@docent/content'
import { hashedEmbedding } from '@docent/testing'
import { expect, test } from 'vitest'
import { DocentError } from '../../errors/docent-error.ts'
import { PassageEmbedder } from './passage-embedder.ts'

const backoff = { baseMs: 1, maxMs: 1, random: () => 0, sleep: async () => {} }

function passage(content: string): Passage {
  return {
    id: content,
    pagePath: '/a',
    anchor: '',
    title: 'A',
    headings: ['A'],
    content,
    ordinal: 0,
    tags: [],
    groups: [],
  }
}

function setup(onCall: (values: readonly string[]) => void | Promise<void>) {
  const model = hashedEmbedding({ dimensions: 8, onCall, maxEmbeddingsPerCall: 10 })
  return new PassageEmbedder({ id: 'test:h', model, backoff, signal: new AbortController().signal })
}

const passages = (count: number) => Array.from({ length: count }, (_, at) => passage(`text ${at}`))

test('embeds in batches that the model takes, few at a time, in the order of the passages', async () => {
  const sizes: number[] = []
  let running = 0
  let most = 0
  const embedder = setup(async (values) => {
    sizes.push(values.length)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
  })
  const vectors = await embedder.vectors(passages(95), {})
  expect(sizes.toSorted((one, other) => other - one)).toEqual([...Array(9).fill(10), 5])
  expect(most).toBe(4)
  const alone = await embedder.vectors([passage('text 57')], {})
  expect(vectors[57]).toEqual(alone[0])
})

test('embeds equal passages once, and those that the index has not at all', async () => {
  const seen: string[] = []
  const embedder = setup((values) => void seen.push(...values))
  const [known] = await embedder.vectors([passage('known')], {})
  seen.length = 0
  const vectors = await embedder.vectors([passage('known'), passage('new'), passage('new')], {
    vectors: async (keys) => new Map(keys.filter((key) => key === known?.key).map((key) => [key, [9]])),
  })
  expect(seen).toEqual(['A\n\nnew'])
  expect(vectors.map(({ values }) => values.length)).toEqual([1, 8, 8])
})

test('tries again what may succeed later, and gives up on what may not', async () => {
  let failures = 2
  const flaky = setup(() => {
    if (failures-- > 0) throw Object.assign(new Error('busy'), { statusCode: 429 })
  })
  expect(await flaky.vectors(passages(1), {})).toHaveLength(1)
  let calls = 0
  const refused = setup(() => {
    calls++
    throw new DocentError('model_not_configured', 'No key.')
  })
  await expect(refused.vectors(passages(1), {})).rejects.toMatchObject({ code: 'model_not_configured' })
  expect(calls).toBe(1)
})

test('tells the model and its dimensions', async () => {
  expect(await setup(() => {}).describe()).toEqual({ model: 'test:h', dimensions: 8 })
})
