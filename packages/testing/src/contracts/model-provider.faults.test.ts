import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  RerankingModelV4Result,
} from '@ai-sdk/provider'
import { DocentError, type ModelProvider, type ResolvedModel } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { hashedEmbedding } from '../models/hashed-embedding.ts'
import { overlapReranking } from '../models/overlap-reranking.ts'
import { scriptedModel } from '../models/scripted-model.ts'
import { scriptedProvider } from '../models/scripted-provider.ts'
import { failingCases } from './contract-case.ts'
import { type ModelProviderContext, modelProviderCases, modelProviderContract } from './model-provider.ts'

const asksForText: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Say something.' }] }],
}
const asksForTool: LanguageModelV4CallOptions = {
  ...asksForText,
  tools: [{ type: 'function', name: 'look', inputSchema: { type: 'object' } }],
}

type Ranking = RerankingModelV4Result['ranking']

const script = ({ tools }: LanguageModelV4CallOptions) =>
  tools === undefined
    ? { text: 'Some words in a row.' }
    : { toolCalls: [{ toolName: 'look', input: { at: 1 } }] }

const context = (provider: ModelProvider): ModelProviderContext => ({
  provider,
  ...(provider.reranking === undefined ? {} : { rerankId: 'overlap' }),
  ...(provider.embedding === undefined ? {} : { embeddingId: 'hashed' }),
  modelId: 'model',
  asksForText,
  asksForTool,
})

const sound = () => scriptedProvider('scripted', { model: scriptedModel(script) })

/** A provider whose streams pass through `change`. */
function changing(change: (part: LanguageModelV4StreamPart) => LanguageModelV4StreamPart[]): ModelProvider {
  const inner = scriptedModel(script)
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'model',
    supportedUrls: {},
    doGenerate: (options) => inner.doGenerate(options),
    async doStream(options) {
      const { stream } = await inner.doStream(options)
      const transform = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform(part, controller) {
          for (const each of change(part)) controller.enqueue(each)
        },
      })
      return { stream: stream.pipeThrough(transform) }
    },
  }
  return scriptedProvider('scripted', { model })
}

/** A provider whose rankings pass through `change`. */
function ranking(change: (ranking: Ranking) => Ranking): ModelProvider {
  const onCall = (_call: unknown, { ranking }: { ranking: Ranking }) => ({ ranking: change(ranking) })
  return { ...sound(), reranking: () => overlapReranking({ onCall }) }
}

const broken: [fault: string, provider: () => ModelProvider, sentence: RegExp][] = [
  [
    'names its models without itself',
    () => ({ ...sound(), model: (id) => ({ ...sound().model(id), id }) }),
    /id provider:model/,
  ],
  ['accepts an empty id', () => ({ ...sound(), model: () => sound().model('model') }), /empty model id/],
  [
    'promises more output than context',
    () => scriptedProvider('scripted', { model: { model: scriptedModel(script), contextTokens: 10 } }),
    /sizes and price/,
  ],
  [
    'has a default that it lacks',
    () => scriptedProvider('scripted', { model: scriptedModel(script) }, { agent: 'other' }),
    /defaults/,
  ],
  ['never finishes', () => changing((part) => (part.type === 'finish' ? [] : [part])), /one finish/],
  [
    'finishes twice',
    () => changing((part) => (part.type === 'finish' ? [part, part] : [part])),
    /one finish/,
  ],
  [
    'sends deltas of a text that it never began',
    () => changing((part) => (part.type === 'text-start' ? [] : [part])),
    /well-formed/,
  ],
  [
    'sends arguments that are not JSON',
    () => changing((part) => (part.type === 'tool-call' ? [{ ...part, input: '{' }] : [part])),
    /calls tools/,
  ],
  [
    'says it stopped when it called a tool',
    () =>
      changing((part) =>
        part.type === 'finish' ? [{ ...part, finishReason: { unified: 'stop', raw: undefined } }] : [part],
      ),
    /calls tools/,
  ],
  [
    'counts nothing',
    () =>
      changing((part) => {
        if (part.type !== 'finish') return [part]
        const inputTokens = {
          total: undefined,
          noCache: undefined,
          cacheRead: undefined,
          cacheWrite: undefined,
        }
        return [{ ...part, usage: { ...part.usage, inputTokens } }]
      }),
    /counts the tokens/,
  ],
  [
    'ignores the abort signal',
    () => {
      const model = scriptedModel(script)
      const deaf = ({ abortSignal: _, ...options }: LanguageModelV4CallOptions) => options
      return scriptedProvider('scripted', {
        model: {
          ...model,
          specificationVersion: 'v4',
          doStream: (o) => model.doStream(deaf(o)),
          doGenerate: (o) => model.doGenerate(deaf(o)),
        },
      })
    },
    /signal is aborted[\s\S]*stream that is aborted/,
  ],
  ['leaves texts out of a ranking', () => ranking((all) => all.slice(0, -1)), /ranks every text/],
  [
    'ranks a text twice',
    () => ranking(([first, ...others]) => (first ? [first, first, ...others.slice(1)] : [])),
    /ranks every text/,
  ],
  [
    'makes up a text',
    () => ranking((all) => all.map((each, at) => (at === 0 ? { ...each, index: 45 } : each))),
    /ranks every text/,
  ],
  ['ranks the worst first', () => ranking((all) => all.toReversed()), /ranks every text/],
  [
    'gives no scores',
    () => ranking((all) => all.map((each) => ({ ...each, relevanceScore: Number.NaN }))),
    /ranks every text/,
  ],
  [
    'ranks for a caller who left',
    () => {
      const model = overlapReranking()
      return {
        ...sound(),
        reranking: () => ({
          ...model,
          doRerank: ({ abortSignal: _, ...options }) => model.doRerank(options),
        }),
      }
    },
    /ranking that is aborted/,
  ],
]

/** What a provider's parts become, with a memory of one stream. */
const withMemory = (change: (parts: LanguageModelV4StreamPart[]) => LanguageModelV4StreamPart[]) => {
  let parts: LanguageModelV4StreamPart[] = []
  return changing((part) => {
    parts.push(part)
    if (part.type !== 'finish') return []
    const changed = change(parts)
    parts = []
    return changed
  })
}

/** A provider that says other things about its model. */
const saying = (about: Partial<ResolvedModel>) =>
  scriptedProvider('scripted', { model: { model: scriptedModel(script), ...about } })

/** A provider whose embeddings pass through `change`. */
const embedding = (change: (vectors: number[][]) => number[][]): ModelProvider => {
  const model = hashedEmbedding()
  return {
    ...sound(),
    embedding: () => ({
      ...model,
      doEmbed: async (options) => {
        const { embeddings, ...rest } = await model.doEmbed(options)
        return { ...rest, embeddings: change(embeddings) }
      },
    }),
  }
}

broken.push(
  [
    'does not begin its stream',
    () => changing((part) => (part.type === 'stream-start' ? [] : [part])),
    /well-formed/,
  ],
  ['never ends a text', () => changing((part) => (part.type === 'text-end' ? [] : [part])), /well-formed/],
  [
    'goes on after the end of a text',
    () =>
      withMemory((parts) => {
        const deltas = parts.filter((part) => part.type === 'text-delta')
        const finish = parts.filter((part) => part.type === 'finish')
        return [
          ...parts.filter((part) => part.type !== 'text-delta' && part.type !== 'finish'),
          ...deltas,
          ...finish,
        ]
      }),
    /well-formed/,
  ],
  [
    'finishes before its text',
    () => withMemory((parts) => [...parts.slice(0, 1), ...parts.slice(-1), ...parts.slice(1, -1)]),
    /one finish/,
  ],
  [
    'sends a text in one piece',
    () =>
      withMemory((parts) => {
        const delta = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
        let isSent = false
        return parts.flatMap((part): LanguageModelV4StreamPart[] => {
          if (part.type !== 'text-delta') return [part]
          if (isSent) return []
          isSent = true
          return [{ ...part, delta }]
        })
      }),
    /several deltas/,
  ],
  [
    'streams in another order than it generates',
    () =>
      withMemory((parts) => {
        const places = parts.flatMap((part, at) => (part.type === 'text-delta' ? [at] : []))
        const swapped = new Map(places.map((at, nth) => [at, places.at(-1 - nth)]))
        return parts.map((part, at) => parts[swapped.get(at) ?? at] ?? part)
      }),
    /generates the text/,
  ],
  [
    'says that a text ended for its length',
    () =>
      changing((part) =>
        part.type === 'finish' ? [{ ...part, finishReason: { unified: 'length', raw: undefined } }] : [part],
      ),
    /one finish/,
  ],
  [
    'counts no output',
    () =>
      changing((part) =>
        part.type === 'finish'
          ? [{ ...part, usage: { ...part.usage, outputTokens: { total: 0, text: 0, reasoning: 0 } } }]
          : [part],
      ),
    /counts the tokens/,
  ],
  [
    'calls tools that nobody offered',
    () => changing((part) => (part.type === 'tool-call' ? [{ ...part, toolName: 'other' }] : [part])),
    /calls tools/,
  ],
  [
    'gives every call one id',
    () => changing((part) => (part.type === 'tool-call' ? [part, part] : [part])),
    /calls tools/,
  ],
  [
    'gives a call no id',
    () => changing((part) => (part.type === 'tool-call' ? [{ ...part, toolCallId: '' }] : [part])),
    /calls tools/,
  ],
  [
    'sends arguments as a string of JSON',
    () =>
      changing((part) =>
        part.type === 'tool-call' ? [{ ...part, input: JSON.stringify(part.input) }] : [part],
      ),
    /calls tools/,
  ],
  [
    'sends a list as arguments',
    () => changing((part) => (part.type === 'tool-call' ? [{ ...part, input: '[1]' }] : [part])),
    /calls tools/,
  ],
  [
    'forgets to call tools',
    () => changing((part) => (part.type === 'tool-call' ? [] : [part])),
    /calls tools/,
  ],
  ['has no context', () => saying({ contextTokens: 0 }), /sizes and price/],
  ['has half a token', () => saying({ outputTokens: 0.5 }), /sizes and price/],
  ['pays its users', () => saying({ price: { input: -1, output: 1 } }), /sizes and price/],
  [
    'is an older model',
    () =>
      saying({
        model: { ...scriptedModel(script), specificationVersion: 'v3' } as unknown as LanguageModelV4,
      }),
    /v4 specification/,
  ],
  ['embeds in another order', () => embedding((vectors) => vectors.toReversed()), /every value in order/],
  ['embeds one value', () => embedding((vectors) => vectors.slice(0, 1)), /every value in order/],
  ['embeds nothing', () => embedding((vectors) => vectors.map(() => [])), /every value in order/],
  [
    'embeds with other lengths',
    () => embedding((vectors) => vectors.map((vector, at) => vector.slice(0, 100 + at))),
    /every value in order/,
  ],
  [
    'embeds for a caller who left',
    () => {
      const model = hashedEmbedding()
      return {
        ...sound(),
        embedding: () => ({ ...model, doEmbed: ({ abortSignal: _, ...options }) => model.doEmbed(options) }),
      }
    },
    /embedding whose signal is aborted/,
  ],
)

const embedsAlone: ModelProvider = {
  name: 'embedder',
  model: () => {
    throw new DocentError('model_not_configured', 'The provider embedder has embeddings alone.')
  },
  embedding: () => hashedEmbedding(),
  price: () => ({ input: 0, output: 0 }),
}

describe('the contract suite of ModelProvider', () => {
  test.each(broken)('catches a provider that %s', async (_fault, provider, sentence) => {
    const failing = await failingCases(modelProviderCases, () => context(provider()))
    expect(failing.join('\n')).toMatch(sentence)
  })

  test.each<[string, Partial<ModelProvider>]>([
    ['answers', { model: (id) => sound().model(id === 'hashed' ? 'model' : id) }],
    ['is a default of answers', { defaults: { assistant: 'hashed' } }],
    ['pays its users', { price: () => ({ input: -1, output: 0 }) }],
  ])('catches a provider of embeddings that %s', async (_fault, fault) => {
    const provider = { ...embedsAlone, ...fault }
    const failing = await failingCases(modelProviderCases, () => ({ provider, embeddingId: 'hashed' }))
    expect(failing.join('\n')).toMatch(/refuses to answer and tells a price/)
  })
})

modelProviderContract('embedder', () => ({ provider: embedsAlone, embeddingId: 'hashed' }))

modelProviderContract('scripted', () =>
  context({ ...sound(), reranking: () => overlapReranking(), embedding: () => hashedEmbedding() }),
)
