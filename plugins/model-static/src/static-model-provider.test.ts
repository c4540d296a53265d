import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  floats,
  halves,
  integers,
  modelFolder,
  safetensors,
  UNIGRAMS,
  WORD_PIECES,
  WORDS,
} from '../test/model-folder.ts'
import { StaticModelProvider } from './static-model-provider.ts'

/** [PAD], [UNK], lantern, ##s, hang, red, full stop. */
const ROWS = [0, 0, 9, 9, 1, 0, 0, 1, 2, 2, 4, 0, 0, 0]
const EMBEDDINGS = floats([WORDS.length, 2], ROWS)

const folder = (
  tensors: Parameters<typeof safetensors>[0],
  normalize = false,
  tokenizer: unknown = WORD_PIECES,
) =>
  modelFolder('small', {
    'config.json': { model_type: 'model2vec', normalize, seq_length: 1_000_000 },
    'tokenizer.json': tokenizer,
    'model.safetensors': safetensors(tensors),
  })

const provider = (directory: string) => new StaticModelProvider({ name: 'static', directory })

async function embed(directory: string, ...values: string[]) {
  return (await provider(directory).embedding('small').doEmbed({ values })).embeddings
}

describe('a text is', () => {
  test('the mean of its tokens, whatever their case and accents', async () => {
    // lantern ##s . hang = (1, 0) + (0, 1) + (0, 0) + (2, 2), by 4.
    expect(await embed(folder({ embeddings: EMBEDDINGS }), 'Lantérns. HANG')).toEqual([[0.75, 0.75]])
  })

  test('without what the vocabulary lacks', async () => {
    expect(await embed(folder({ embeddings: EMBEDDINGS }), 'hang quickly', 'quickly', '')).toEqual([
      [2, 2],
      [0, 0],
      [0, 0],
    ])
  })

  test('as long as one, when the model says so', async () => {
    const [vector = []] = await embed(folder({ embeddings: EMBEDDINGS }, true), 'lanterns red')
    // (1, 0) + (0, 1) + (4, 0) = (5, 1), whose length is the root of 26.
    expect(vector[0]).toBeCloseTo(5 / Math.sqrt(26), 12)
    expect(vector[1]).toBeCloseTo(1 / Math.sqrt(26), 12)
  })

  test('the same in half precision', async () => {
    // 0, 0.5, 1, -2, 65504, 2^-24, 1/3 rounded.
    const bits = [0, 0, 0, 0, 0x3800, 0x3c00, 0xc000, 0x7bff, 0x0001, 0x3555, 0, 0, 0, 0]
    const directory = folder({ embeddings: halves([WORDS.length, 2], bits) })
    expect(await embed(directory, 'lantern', 'hang', '[PAD]')).toEqual([
      [0.5, 1],
      [2 ** -24, 0.333251953125],
      [0, 0],
    ])
  })

  test('weighed by token, when the model has weights', async () => {
    const weights = floats([WORDS.length], [1, 1, 3, 0.5, 1, 0.25, 1])
    // 3 (1, 0) + 0.5 (0, 1) + 0.25 (4, 0) = (4, 0.5), by 3.
    const [vector = []] = await embed(folder({ embeddings: EMBEDDINGS, weights }), 'lanterns red')
    expect(vector[0]).toBeCloseTo(4 / 3, 12)
    expect(vector[1]).toBeCloseTo(1 / 6, 12)
  })

  test('of shared rows, when the model maps its tokens', async () => {
    const embeddings = floats([2, 2], [10, 0, 0, 20])
    const mapping = integers([0n, 0n, 1n, 0n, 0n, 1n, 0n])
    const weights = floats([WORDS.length], [1, 1, 2, 1, 1, 0.5, 1])
    const directory = folder({ embeddings, mapping, weights })
    // lantern: row 1 by 2; red: row 1 by 0.5; hang: row 0 by 1.
    expect(await embed(directory, 'lantern', 'red', 'hang')).toEqual([
      [0, 40],
      [0, 10],
      [10, 0],
    ])
  })

  test('read in the likeliest pieces, when its tokenizer is a unigram', async () => {
    const embeddings = floats([6, 2], [0, 0, 1, 0, 50, 50, 60, 60, 0, 1, 4, 0])
    const directory = folder({ embeddings }, false, UNIGRAMS)
    // ▁lantern s ▁red: "▁lan tern" is less likely.
    const [vector = []] = await embed(directory, 'Lanterns red')
    expect(vector).toEqual([5 / 3, 1 / 3])
  })

  test('its beginning alone, when it is long', async () => {
    const long = `${'hang '.repeat(600)}${'red '.repeat(600)}`
    expect(await embed(folder({ embeddings: EMBEDDINGS }), long)).toEqual([[2, 2]])
  })
})

test('counts tokens and reads a folder of Sentence Transformers', async () => {
  const directory = modelFolder('small', {
    'config_sentence_transformers.json': { similarity_fn_name: 'cosine' },
    '0_StaticEmbedding/tokenizer.json': WORD_PIECES,
    '0_StaticEmbedding/model.safetensors': safetensors({ 'embedding.weight': EMBEDDINGS }),
  })
  const model = provider(directory).embedding('small')
  expect(await model.doEmbed({ values: ['hang lanterns', 'red'] })).toMatchObject({
    embeddings: [
      [1, 1],
      [4, 0],
    ],
    usage: { tokens: 4 },
  })
})

test('costs nothing', () => {
  expect(provider('').price()).toEqual({ input: 0, output: 0 })
})

describe('refuses', () => {
  const thrown = async (directory: string, id = 'small') => {
    try {
      await provider(directory)
        .embedding(id)
        .doEmbed({ values: ['hang'] })
    } catch (error) {
      return error
    }
    throw new Error('Nothing was thrown.')
  }
  const refusal = (message: RegExp) => ({
    code: 'model_not_configured',
    isRetryable: false,
    message: expect.stringMatching(message),
  })

  test('a model without a folder, and one outside of it', async () => {
    expect(await thrown('')).toMatchObject(refusal(/STATIC_MODELS.*directory/))
    const directory = folder({ embeddings: EMBEDDINGS })
    expect(await thrown(directory, 'other')).toMatchObject(refusal(/other, which does not exist/))
    expect(await thrown(join(directory, 'small'), '../small')).toMatchObject(refusal(/names no model/))
  })

  test('a folder that lacks a file', async () => {
    expect(await thrown(modelFolder('small', { 'config.json': {} }))).toMatchObject(
      refusal(/needs model.safetensors/),
    )
  })

  const { length: size } = WORDS
  test.each<[string, Parameters<typeof safetensors>[0], RegExp]>([
    ['another count of tokens', { embeddings: floats([2, 2], [1, 2, 3, 4]) }, /7 tokens.*2 embeddings/],
    ['no embeddings', { other: EMBEDDINGS }, /no table of embeddings/],
    ['a type that it cannot read', { embeddings: { ...EMBEDDINGS, dtype: 'F8_E4M3' } }, /type F8_E4M3/],
    ['a shape that is not its length', { embeddings: { ...EMBEDDINGS, shape: [size, 3] } }, /not as long/],
    [
      'a row that is not there',
      { embeddings: EMBEDDINGS, mapping: integers([0n, 0n, 7n, 0n, 0n, 0n, 0n]) },
      /token 2 has the embedding 7 of 7/,
    ],
    ['too few weights', { embeddings: EMBEDDINGS, weights: floats([2], [1, 1]) }, /"weights".*one value/],
  ])('a file with %s, and says which', async (_fault, tensors, message) => {
    expect(await thrown(folder(tensors))).toMatchObject(refusal(message))
  })

  test('files that are cut off, and reads them once they are whole', async () => {
    const whole = safetensors({ embeddings: EMBEDDINGS })
    const directory = folder({ embeddings: EMBEDDINGS })
    const file = join(directory, 'small', 'model.safetensors')
    writeFileSync(file, whole.subarray(0, 20))
    const model = provider(directory).embedding('small')
    await expect(model.doEmbed({ values: ['hang'] })).rejects.toMatchObject(
      refusal(/model\.safetensors cannot/),
    )
    writeFileSync(file, whole)
    expect((await model.doEmbed({ values: ['hang'] })).embeddings).toEqual([[2, 2]])
  })
})
