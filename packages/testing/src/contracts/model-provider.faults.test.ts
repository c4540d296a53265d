import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  RerankingModelV4Result,
} from '@ai-sdk/provider'
import type { ModelProvider } from '@docent/core'
import { describe, expect, test } from 'vitest'
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

describe('the contract suite of ModelProvider', () => {
  test.each(broken)('catches a provider that %s', async (_fault, provider, sentence) => {
    const failing = await failingCases(modelProviderCases, () => context(provider()))
    expect(failing.join('\n')).toMatch(sentence)
  })
})

modelProviderContract('scripted', () => context({ ...sound(), reranking: () => overlapReranking() }))
