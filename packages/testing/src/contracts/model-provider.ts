import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelProvider } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type ContractCase, type ContractContext, contractSuite } from './contract-case.ts'

interface LanguageModels {
  /** A model of it, without the provider's name. */
  readonly modelId: string
  /** A call that is answered with text of several words. */
  readonly asksForText: LanguageModelV4CallOptions
  /** A call with tools, one of which is called with an object. */
  readonly asksForTool: LanguageModelV4CallOptions
}

interface AnyModels extends ContractContext {
  readonly provider: ModelProvider
  /** The same provider without its key; undefined when it needs none. */
  readonly withoutKey?: { provider: ModelProvider; option: string; variable: string }
  /** Requests that reached the vendor so far; undefined when there is no vendor. */
  requests?(): number
  /** An embedding model of it, when it has any. */
  readonly embeddingId?: string
  /** A re-ranking model of it, when it has any: it prefers texts that have the words of the query. */
  readonly rerankId?: string
}

/** Without a language model, of a provider that only embeds or orders texts. */
export type ModelProviderContext = AnyModels & (LanguageModels | { readonly modelId?: undefined })

const languageCases: readonly { name: string; run(context: AnyModels & LanguageModels): Promise<void> }[] = [
  {
    name: 'resolves a model under the id provider:model, of the v4 specification',
    async run({ provider, modelId }) {
      const resolved = provider.model(modelId)
      expect(resolved.id).toBe(`${provider.name}:${modelId}`)
      expect(resolved.model.specificationVersion).toBe('v4')
      expect(provider.name).toMatch(/^[^:\s]+$/)
    },
  },
  {
    name: 'tells sizes and price that can be',
    async run({ provider, modelId }) {
      const { contextTokens, outputTokens, caching, price } = provider.model(modelId)
      expect(Number.isInteger(contextTokens) && contextTokens > 0).toBe(true)
      expect(Number.isInteger(outputTokens) && outputTokens > 0 && outputTokens <= contextTokens).toBe(true)
      expect(typeof caching).toBe('boolean')
      for (const each of Object.values(price ?? {})) expect(each).toBeGreaterThanOrEqual(0)
    },
  },
  {
    name: 'makes no network call to resolve, and says the same each time',
    async run({ provider, modelId, requests }) {
      const [first, second] = [provider.model(modelId), provider.model(modelId)]
      expect({ ...second, model: undefined }).toEqual({ ...first, model: undefined })
      expect(requests?.() ?? 0).toBe(0)
    },
  },
  {
    name: 'refuses an empty model id with model_not_configured',
    async run({ provider }) {
      expect(thrownBy(() => provider.model(''))).toMatchObject({ code: 'model_not_configured' })
    },
  },
  {
    name: 'names the option and the environment variable when the key is missing',
    async run({ withoutKey, modelId }) {
      if (withoutKey === undefined) return
      const error = thrownBy(() => withoutKey.provider.model(modelId))
      expect(error).toMatchObject({ code: 'model_not_configured', isRetryable: false })
      expect((error as Error).message).toContain(withoutKey.option)
      expect((error as Error).message).toContain(withoutKey.variable)
    },
  },
  {
    name: 'resolves each of its defaults, named without the provider',
    async run({ provider }) {
      for (const id of Object.values(provider.defaults ?? {})) {
        expect(provider.model(id).id).toBe(`${provider.name}:${id}`)
      }
    },
  },
  {
    name: 'streams text in well-formed parts and ends with one finish',
    async run({ provider, modelId, asksForText }) {
      const parts = await streamed(provider, modelId, asksForText)
      expect(parts[0]?.type).toBe('stream-start')
      expect(parts.filter((part) => part.type === 'finish')).toHaveLength(1)
      expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } })
      const open = new Set<string>()
      for (const part of parts) {
        if (part.type === 'text-start') open.add(part.id)
        if (part.type === 'text-delta') expect(open).toContain(part.id)
        if (part.type === 'text-end') expect(open.delete(part.id)).toBe(true)
      }
      expect(open.size).toBe(0)
      expect(textOf(parts).trim()).not.toBe('')
    },
  },
  {
    name: 'streams a longer text in several deltas',
    async run({ provider, modelId, asksForText }) {
      const parts = await streamed(provider, modelId, asksForText)
      expect(parts.filter((part) => part.type === 'text-delta' && part.delta !== '').length).toBeGreaterThan(
        1,
      )
    },
  },
  {
    name: 'counts the tokens of a call',
    async run({ provider, modelId, asksForText }) {
      const finish = (await streamed(provider, modelId, asksForText)).find((part) => part.type === 'finish')
      expect(finish?.usage.inputTokens.total).toBeGreaterThan(0)
      expect(finish?.usage.outputTokens.total).toBeGreaterThan(0)
    },
  },
  {
    name: 'calls tools with an id and an object as JSON',
    async run({ provider, modelId, asksForTool }) {
      const parts = await streamed(provider, modelId, asksForTool)
      const calls = parts.filter((part) => part.type === 'tool-call')
      expect(calls.length).toBeGreaterThan(0)
      expect(new Set(calls.map((call) => call.toolCallId)).size).toBe(calls.length)
      const offered = asksForTool.tools?.map((tool) => tool.name)
      for (const call of calls) {
        expect(call.toolCallId).not.toBe('')
        expect(offered).toContain(call.toolName)
        const input: unknown = JSON.parse(call.input)
        expect([input, Array.isArray(input)]).toEqual([expect.any(Object), false])
      }
      expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } })
    },
  },
  {
    name: 'generates the text that it streams',
    async run({ provider, modelId, asksForText }) {
      const { content, finishReason } = await provider.model(modelId).model.doGenerate(asksForText)
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      expect(text).toBe(textOf(await streamed(provider, modelId, asksForText)))
      expect(finishReason.unified).toBe('stop')
    },
  },
  {
    name: 'keeps calls that run at once apart',
    async run({ provider, modelId, asksForText, asksForTool }) {
      const [text, tool] = await Promise.all([
        streamed(provider, modelId, asksForText),
        streamed(provider, modelId, asksForTool),
      ])
      expect(text.some((part) => part.type === 'tool-call')).toBe(false)
      expect(tool.some((part) => part.type === 'tool-call')).toBe(true)
    },
  },
  {
    name: 'refuses a call whose signal is aborted, with its reason and no request',
    async run({ provider, modelId, asksForText, requests }) {
      const reason = new Error('gone')
      const options = { ...asksForText, abortSignal: AbortSignal.abort(reason) }
      const { model } = provider.model(modelId)
      await expect(Promise.resolve(model.doStream(options))).rejects.toBe(reason)
      await expect(Promise.resolve(model.doGenerate(options))).rejects.toBe(reason)
      expect(requests?.() ?? 0).toBe(0)
    },
  },
  {
    name: 'ends a stream that is aborted with the reason of the signal',
    async run({ provider, modelId, asksForText }) {
      const abort = new AbortController()
      const reason = new Error('enough')
      const options = { ...asksForText, abortSignal: abort.signal }
      const { stream } = await provider.model(modelId).model.doStream(options)
      const reading = read(stream, (part) => {
        if (part.type === 'text-delta') abort.abort(reason)
      })
      await expect(reading).rejects.toBe(reason)
    },
  },
  {
    name: 'lets its reader leave in the middle',
    async run({ provider, modelId, asksForText }) {
      const { stream } = await provider.model(modelId).model.doStream(asksForText)
      const reader = stream.getReader()
      await reader.read()
      await reader.cancel()
      expect((await reader.read()).done).toBe(true)
    },
  },
]

export const modelProviderCases: readonly ContractCase<ModelProviderContext>[] = [
  ...languageCases.map(({ name, run }) => ({
    name,
    run: async (context: ModelProviderContext) => (context.modelId === undefined ? undefined : run(context)),
  })),
  {
    name: 'refuses to answer and tells a price, when it has no language model',
    async run({ provider, modelId, embeddingId, rerankId }) {
      const id = embeddingId ?? rerankId
      if (modelId !== undefined || id === undefined) return
      expect(thrownBy(() => provider.model(id))).toMatchObject({ code: 'model_not_configured' })
      expect(provider.defaults).toBeUndefined()
      for (const each of Object.values(provider.price?.(id) ?? {})) expect(each).toBeGreaterThanOrEqual(0)
    },
  },
  {
    name: 'embeds every value in order, when it embeds',
    async run({ provider, embeddingId }) {
      if (embeddingId === undefined) return
      const model = provider.embedding?.(embeddingId)
      expect(model?.specificationVersion).toBe('v4')
      const embeddings = (await model?.doEmbed({ values: ['first', 'second one'] }))?.embeddings ?? []
      const [alone] = (await model?.doEmbed({ values: ['second one'] }))?.embeddings ?? []
      expect(embeddings).toHaveLength(2)
      expect(embeddings[0]?.length).toBeGreaterThan(0)
      expect(embeddings[1]?.length).toBe(embeddings[0]?.length)
      expect(embeddings[1]).toEqual(alone)
      expect(embeddings.flat().every(Number.isFinite)).toBe(true)
    },
  },
  {
    name: 'refuses an embedding whose signal is aborted, with its reason and no request',
    async run({ provider, embeddingId, requests }) {
      if (embeddingId === undefined) return
      const reason = new Error('gone')
      const before = requests?.() ?? 0
      const embedding = provider
        .embedding?.(embeddingId)
        .doEmbed({ values: ['owl'], abortSignal: AbortSignal.abort(reason) })
      await expect(Promise.resolve(embedding)).rejects.toBe(reason)
      expect(requests?.() ?? 0).toBe(before)
    },
  },
  {
    name: 'ranks every text once, the best first, with scores, when it re-ranks',
    async run({ provider, rerankId }) {
      if (rerankId === undefined) return
      const model = provider.reranking?.(rerankId)
      expect(model?.specificationVersion).toBe('v4')
      // More than one request to some servers, so that indices and the order hold over all of them.
      const values = Array.from({ length: 45 }, (_, index) => (index === 40 ? 'a wise owl' : `row ${index}`))
      const { ranking = [] } =
        (await model?.doRerank({ query: 'wise owl', documents: { type: 'text', values } })) ?? {}
      expect(ranking.map(({ index }) => index).sort((one, other) => one - other)).toEqual([...values.keys()])
      expect(ranking[0]?.index).toBe(40)
      const scores = ranking.map(({ relevanceScore }) => relevanceScore)
      expect(scores.every(Number.isFinite)).toBe(true)
      expect(scores.toSorted((one, other) => other - one)).toEqual(scores)
    },
  },
  {
    name: 'ends a ranking that is aborted with the reason of the signal',
    async run({ provider, rerankId, requests }) {
      if (rerankId === undefined) return
      const reason = new Error('gone')
      const before = requests?.() ?? 0
      const ranking = provider.reranking?.(rerankId).doRerank({
        query: 'owl',
        documents: { type: 'text', values: ['owl', 'row'] },
        abortSignal: AbortSignal.abort(reason),
      })
      await expect(Promise.resolve(ranking)).rejects.toBe(reason)
      expect(requests?.() ?? 0).toBe(before)
    },
  },
]

/** Registers the tests that every ModelProvider must pass. */
export const modelProviderContract: ReturnType<typeof contractSuite<ModelProviderContext>> = contractSuite(
  'ModelProvider',
  modelProviderCases,
)

async function streamed(provider: ModelProvider, modelId: string, options: LanguageModelV4CallOptions) {
  return read((await provider.model(modelId).model.doStream(options)).stream)
}

async function read(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  onPart?: (part: LanguageModelV4StreamPart) => void,
): Promise<LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) {
    parts.push(part)
    onPart?.(part)
  }
  return parts
}

function textOf(parts: readonly LanguageModelV4StreamPart[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
}

function thrownBy(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}
