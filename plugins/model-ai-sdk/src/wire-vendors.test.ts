import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { ModelProvider } from '@docent/core/plugin'
import {
  anthropicWire,
  gatewayWire,
  openaiChatWire,
  openaiResponsesWire,
  type WireServer,
} from '@docent/simulators'
import { ManualClock, type Script } from '@docent/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { expectNoSecret, failure, read, textOf } from '../test/observe-call.ts'
import { AnthropicOptions, GatewayOptions, OpenaiCompatibleOptions, OpenaiOptions } from './options.ts'
import { anthropicModels } from './vendors/anthropic-models.ts'
import { gatewayModels } from './vendors/gateway-models.ts'
import { openaiCompatibleModels } from './vendors/openai-compatible-models.ts'
import { openaiModels } from './vendors/openai-models.ts'

/** It does not look like a key: only what is known to be one is taken out. */
const KEY = 'a7f3c0de91b2'
const clock = new ManualClock()

interface Vendor {
  name: string
  modelId: string
  start(script: Script<unknown>): Promise<WireServer>
  provider(baseURL: string, timeouts: { firstByteMs?: number; idleMs?: number }): ModelProvider
}

const vendors: Vendor[] = [
  {
    name: 'anthropic',
    modelId: 'claude-sonnet-5-5',
    start: anthropicWire,
    provider: (baseURL, rest) =>
      anthropicModels(AnthropicOptions.parse({ apiKey: KEY, baseURL, ...rest }), {}, clock),
  },
  {
    name: 'openai responses',
    modelId: 'gpt-6.1-terra',
    start: openaiResponsesWire,
    provider: (baseURL, rest) =>
      openaiModels(OpenaiOptions.parse({ apiKey: KEY, baseURL, ...rest }), {}, clock),
  },
  {
    name: 'openai chat',
    modelId: 'gpt-4.1',
    start: openaiChatWire,
    provider: (baseURL, rest) =>
      openaiModels(OpenaiOptions.parse({ apiKey: KEY, baseURL, api: 'chat', ...rest }), {}, clock),
  },
  {
    name: 'openai-compatible',
    modelId: 'qwen3',
    start: openaiChatWire,
    provider: (baseURL, rest) =>
      openaiCompatibleModels(
        OpenaiCompatibleOptions.parse({ name: 'vllm', apiKey: KEY, baseURL, ...rest }),
        clock,
      ),
  },
  {
    name: 'gateway',
    modelId: 'anthropic/claude-sonnet-5.5',
    start: gatewayWire,
    provider: (baseURL, rest) =>
      gatewayModels(GatewayOptions.parse({ apiKey: KEY, baseURL, ...rest }), {}, clock),
  },
]

const tools: LanguageModelV4CallOptions['tools'] = [
  {
    type: 'function',
    name: 'look',
    description: 'Looks.',
    inputSchema: { type: 'object', properties: { at: { type: 'string' } } },
  },
]
const prompt: LanguageModelV4Prompt = [
  { role: 'system', content: 'Be short.' },
  { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
]

let open: WireServer | undefined

afterEach(async () => {
  await open?.close()
  open = undefined
})

async function setUp(vendor: Vendor, script: Script<unknown>, timeouts = {}) {
  const wire = await vendor.start(script)
  open = wire
  return { wire, model: vendor.provider(wire.baseURL, timeouts).model(vendor.modelId).model }
}

const WORDS = { text: 'Some words in a row.' }

describe.each(vendors)('$name over its wire format', (vendor) => {
  test('sends what the vendor takes, through tool calls and their results', async () => {
    const { wire, model } = await setUp(vendor, [
      {
        reasoning: 'Hm, well.',
        text: 'I look.',
        toolCalls: [{ toolName: 'look', input: { at: 'a"b' }, toolCallId: 'call_1' }],
      },
      { text: 'Seen.', usage: { inputTokens: 40, outputTokens: 3, cacheReadTokens: 30 } },
    ])
    const first = await read(await model.doStream({ prompt, tools, maxOutputTokens: 500 }))
    const call = first.find((part) => part.type === 'tool-call')
    expect(call).toMatchObject({ toolCallId: 'call_1', toolName: 'look', input: '{"at":"a\\"b"}' })
    expect(textOf(first)).toBe('I look.')
    const second = await read(
      await model.doStream({
        tools,
        prompt: [
          ...prompt,
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'I look.' },
              { type: 'tool-call', toolCallId: 'call_1', toolName: 'look', input: { at: 'a"b' } },
            ],
          },
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: 'call_1',
                toolName: 'look',
                output: { type: 'error-text', value: 'No.' },
              },
            ],
          },
          { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
        ],
      }),
    )
    expect(textOf(second)).toBe('Seen.')
    expect(second.at(-1)).toMatchObject({
      usage: { inputTokens: { total: 40, cacheRead: 30 }, outputTokens: { total: 3 } },
      finishReason: { unified: 'stop' },
    })
    expect(wire.problems).toEqual([])
  })

  test('tells a reply that was cut at its length', async () => {
    const { model } = await setUp(vendor, [{ ...WORDS, finishReason: 'length' }])
    expect((await read(await model.doStream({ prompt }))).at(-1)).toMatchObject({
      finishReason: { unified: 'length' },
    })
  })

  test.each([408, 409, 429, 500, 502, 503, 529])(
    'makes status %i retryable, asks once, and keeps the key to itself',
    async (status) => {
      const { wire, model } = await setUp(vendor, [WORDS])
      wire.plant({ kind: 'status', status, retryAfter: 7 })
      const error = await failure(model.doStream({ prompt }))
      expect(error).toMatchObject({ code: 'model_failed', isRetryable: true, retryAfterMs: 7000 })
      expect(wire.requests).toHaveLength(1)
      expectNoSecret(error, KEY)
    },
  )

  test.each([400, 401, 403, 404, 413])('makes status %i final', async (status) => {
    const { wire, model } = await setUp(vendor, [WORDS])
    wire.plant({ kind: 'status', status })
    const error = await failure(model.doStream({ prompt }))
    expect(error).toMatchObject({ code: 'model_failed', isRetryable: false })
    if (status === 401) expect(error.message).toContain('apiKey')
    expectNoSecret(error, KEY)
  })

  test('maps failures of a call without a stream as well', async () => {
    const { wire, model } = await setUp(vendor, [WORDS])
    wire.plant({ kind: 'status', status: 529 })
    expect(await failure(model.doGenerate({ prompt }))).toMatchObject({
      code: 'model_failed',
      isRetryable: true,
    })
  })

  test('makes a server that is not there retryable', async () => {
    const { wire, model } = await setUp(vendor, [WORDS])
    await wire.close()
    expect(await failure(model.doStream({ prompt }))).toMatchObject({
      code: 'model_failed',
      isRetryable: true,
    })
  })

  test.each(['cut', 'short', 'error-event'] as const)(
    'fails retryably when the stream has a fault: %s',
    async (kind) => {
      const { wire, model } = await setUp(vendor, [WORDS])
      wire.plant({ kind, afterEvents: 5 })
      const error = await failure(model.doStream({ prompt }).then(read))
      expect(error).toMatchObject({ code: 'model_failed', isRetryable: true })
      expectNoSecret(error, KEY)
    },
  )

  test('fails retryably when an event is not JSON', async () => {
    const { wire, model } = await setUp(vendor, [WORDS])
    wire.plant({ kind: 'malformed', atEvent: 4 })
    expect(await failure(model.doStream({ prompt }).then(read))).toMatchObject({
      code: 'model_failed',
      isRetryable: true,
    })
  })

  test.each([undefined, 5])(
    'ends with timeout when the server falls silent after %s events',
    async (afterEvents) => {
      const { wire, model } = await setUp(vendor, [WORDS], { firstByteMs: 150, idleMs: 100 })
      wire.plant({ kind: 'silent', ...(afterEvents === undefined ? {} : { afterEvents }) })
      const error = await failure(model.doStream({ prompt }).then(read))
      expect(error).toMatchObject({ code: 'timeout', isRetryable: true })
    },
  )

  test('does not call the server silent while nobody reads', async () => {
    const { model } = await setUp(vendor, [WORDS], { firstByteMs: 60_000, idleMs: 500 })
    const { stream } = await model.doStream({ prompt })
    const reader = stream.getReader()
    const parts = []
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(next.value)
      if (parts.length === 5) await new Promise((resolve) => setTimeout(resolve, 1_200))
    }
    expect(parts.at(-1)?.type).toBe('finish')
  })

  test('closes the connection when the call is aborted while it waits', async () => {
    const { wire, model } = await setUp(vendor, [WORDS])
    wire.plant({ kind: 'silent', afterEvents: 5 })
    const abort = new AbortController()
    const reason = new Error('enough')
    const { stream } = await model.doStream({ prompt, abortSignal: abort.signal })
    const reading = read({ stream }, (part) => {
      if (part.type === 'text-delta') abort.abort(reason)
    })
    await expect(reading).rejects.toBe(reason)
    await expect.poll(() => wire.aborted).toBe(1)
  })

  test('closes the connection when the reader leaves', async () => {
    const { wire, model } = await setUp(vendor, [WORDS])
    wire.plant({ kind: 'silent', afterEvents: 3 })
    const { stream } = await model.doStream({ prompt })
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => wire.aborted).toBe(1)
  })
})

describe('what is sent to one vendor alone', () => {
  const [anthropic, openai, chat] = vendors as [Vendor, Vendor, Vendor, Vendor]

  test('Anthropic gets its key, its version and the marks of prompt caching', async () => {
    const { wire, model } = await setUp(anthropic, [WORDS])
    const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } }
    const [system, user] = prompt
    await read(
      await model.doStream({
        prompt: [{ ...system, providerOptions: cached } as (typeof prompt)[0], user as (typeof prompt)[0]],
      }),
    )
    expect(wire.requests[0]?.headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' })
    expect(wire.requests[0]?.body).toMatchObject({ system: [{ cache_control: { type: 'ephemeral' } }] })
  })

  test('OpenAI is asked to store nothing, unless the call says otherwise', async () => {
    const { wire, model } = await setUp(openai, [WORDS, WORDS])
    await read(await model.doStream({ prompt }))
    await read(await model.doStream({ prompt, providerOptions: { openai: { store: true } } }))
    expect(wire.requests.map((request) => (request.body as { store: unknown }).store)).toEqual([false, true])
    expect(wire.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
  })

  test('OpenAI maps the failures of embeddings too', async () => {
    const wire = await chat.start([])
    open = wire
    wire.plant({ kind: 'status', status: 429, retryAfter: 2 })
    const model = chat.provider(wire.baseURL, {}).embedding?.('text-embedding-3-small')
    const error = await failure(model?.doEmbed({ values: ['a'] }))
    expect(error).toMatchObject({ code: 'model_failed', isRetryable: true, retryAfterMs: 2000 })
  })
})
