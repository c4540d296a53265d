import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { DocentError, definePlugin, type ModelProvider, type ResolvedModel } from '@docent/core/plugin'
import { z } from 'zod'

export const SmallModelOptions = z.strictObject({
  url: z.url().describe('Address of the model server.'),
  apiKey: z.string().min(1).optional().describe('Key of the server. Default: SMALL_API_KEY.'),
})
type SmallModelOptions = z.output<typeof SmallModelOptions>

/** One line of the server's reply: a piece of text, a call of a tool, or the end with what was counted. */
const Line = z.union([
  z.object({ text: z.string() }),
  z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()) }),
  z.object({ done: z.literal(true), inputTokens: z.number(), outputTokens: z.number() }),
])

export class SmallModels implements ModelProvider {
  readonly name = 'small'
  readonly defaults = { agent: 'large', assistant: 'quick' }

  constructor(private readonly options: SmallModelOptions) {}

  model(modelId: string): ResolvedModel {
    const { url, apiKey } = this.options
    if (modelId === '') throw new DocentError('model_not_configured', 'Name a model, such as small:quick.')
    if (apiKey === undefined)
      throw new DocentError('model_not_configured', 'Set apiKey of smallModels() or SMALL_API_KEY.')
    return {
      id: `${this.name}:${modelId}`,
      model: smallModel(url, apiKey, modelId),
      contextTokens: 128_000,
      outputTokens: 8_000,
      caching: false,
      // US dollars for a million tokens. Without a price, no spend cap can be set.
      price: { input: 0.5, output: 2 },
    }
  }
}

function smallModel(url: string, apiKey: string, modelId: string): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'small',
    modelId,
    supportedUrls: {},
    doStream: async (options) => {
      const reply = await send(url, apiKey, modelId, options)
      return { stream: ReadableStream.from(partsOf(reply, options.abortSignal)) }
    },
    doGenerate: async (options) => {
      const reply = await send(url, apiKey, modelId, options)
      const content: LanguageModelV4Content[] = []
      let text = ''
      for await (const part of partsOf(reply, options.abortSignal)) {
        if (part.type === 'text-delta') text += part.delta
        if (part.type === 'tool-call') content.push(part)
        if (part.type !== 'finish') continue
        if (text !== '') content.unshift({ type: 'text', text })
        return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] }
      }
      throw brokenOff()
    },
  }
}

/** Sends one call. It never tries again by itself: Docent does, with its own limits. */
async function send(
  url: string,
  apiKey: string,
  modelId: string,
  options: LanguageModelV4CallOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { prompt, tools, maxOutputTokens, abortSignal } = options
  abortSignal?.throwIfAborted()
  const reply = await fetch(`${url}/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: modelId, prompt, tools, maxOutputTokens }),
    signal: abortSignal ?? null,
  }).catch((cause: unknown) => {
    abortSignal?.throwIfAborted()
    throw new DocentError('model_failed', `The model server at ${url} cannot be reached.`, {
      isRetryable: true,
      cause,
    })
  })
  if (reply.ok && reply.body) return reply.body
  throw new DocentError('model_failed', `The model server answered ${reply.status}.`, {
    isRetryable: [408, 409, 429].includes(reply.status) || reply.status >= 500,
  })
}

/** The server's lines as parts of the specification. */
async function* partsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  let isOpen = false
  let calls = 0
  for await (const line of linesOf(body, signal)) {
    signal?.throwIfAborted()
    const part = Line.parse(JSON.parse(line))
    if ('text' in part) {
      if (!isOpen) yield { type: 'text-start', id: 'text' }
      isOpen = true
      yield { type: 'text-delta', id: 'text', delta: part.text }
    } else {
      if (isOpen) yield { type: 'text-end', id: 'text' }
      isOpen = false
      if ('done' in part) return yield finish(part, calls)
      const toolCallId = `call-${++calls}`
      yield { type: 'tool-call', toolCallId, toolName: part.tool, input: JSON.stringify(part.input) }
    }
  }
  throw brokenOff()
}

function finish(
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
  calls: number,
): LanguageModelV4StreamPart {
  const reason = calls > 0 ? 'tool-calls' : 'stop'
  const finishReason: LanguageModelV4FinishReason = { unified: reason, raw: reason }
  const usage: LanguageModelV4Usage = {
    inputTokens: { total: inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: undefined, reasoning: undefined },
  }
  return { type: 'finish', finishReason, usage }
}

async function* linesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined) {
  let rest = ''
  try {
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw brokenOff(error)
  }
}

function brokenOff(cause?: unknown): DocentError {
  return new DocentError('model_failed', 'The reply of the model broke off.', { isRetryable: true, cause })
}

export const smallModels = definePlugin({
  name: 'model-small',
  options: SmallModelOptions,
  setup: ({ url, apiKey }, host) => {
    const key = apiKey ?? host.env.SMALL_API_KEY
    host.addModelProvider(new SmallModels(key ? { url, apiKey: key } : { url }))
  },
})
