import type { ModelCard, ModelCheck } from '@docent/core'
import { openaiCompatible } from '@docent/model-ai-sdk'
import { openaiChatWire, type WireServer } from '@docent/simulators'
import { ManualClock, type ScriptedReply, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { behavedModel, type ChatBody } from './behaved-model.ts'
import { checkWith } from './check-with.ts'
import { providersOf } from './providers-of.ts'

const CONTEXT = 8_192
const PRICE = { input: 1, output: 1 }
let server: WireServer | undefined
afterEach(() => server?.close())

/** The providers of a server that replies so. */
async function over(reply: (body: ChatBody, wire: WireServer) => ScriptedReply) {
  const wire: WireServer = await openaiChatWire((body) => reply(body as ChatBody, wire))
  server = wire
  const models = { it: { contextTokens: CONTEXT, price: PRICE } }
  return providersOf(openaiCompatible({ name: 'local', baseURL: wire.baseURL, models }))
}

const checkOf = ({ checks }: ModelCard, id: string): ModelCheck | undefined =>
  checks.find((check) => check.id === id)
const behaved = behavedModel()

describe('the card of a model', () => {
  it('says that a stream was held back until its end', async () => {
    const clock = new ManualClock()
    const providers = await over((body) => {
      clock.advance(4_000)
      return behaved(body)
    })
    expect(checkOf(await checkWith(providers, { clock }), 'streaming')).toMatchObject({
      outcome: 'failed',
      defects: ['no-streaming'],
      detail: 'The first piece arrived after 4.0 s of 4.0 s.',
    })
  })

  it('measures a window whose server refuses what is longer', async () => {
    const providers = await over((body, wire) => {
      const reply = behaved(body)
      // The next sizes are 8,192, 6,144 and 5,120 tokens.
      if ((reply.usage?.inputTokens ?? 0) > 3_000)
        for (let refused = 0; refused < 3; refused++) wire.plant({ kind: 'status', status: 400 })
      return reply
    })
    const card = await checkWith(providers)
    expect(checkOf(card, 'context-window')).toMatchObject({
      outcome: 'failed',
      defects: ['small-window'],
      detail: expect.stringMatching(/^Read 4,096 tokens, of 8,192 .* The server refused \d,\d{3}: /),
    })
    expect(card.context).toEqual({ claimed: CONTEXT, measured: 4_096, isAtLeast: false })
    expect(card.advice).toMatchObject([{ value: '4096', defect: 'small-window' }])
  })

  it('says that a model goes on when nobody reads it', async () => {
    const model = scriptedModel(() => ({ text: 'ready' }))
    const deaf = {
      ...model,
      doStream: (options: Parameters<typeof model.doStream>[0]) => {
        const { abortSignal: _, ...rest } = options
        const text = Array.from({ length: 60 }, (_, index) => `number ${index}\n`)
        return scriptedModel(() => ({ text })).doStream(rest)
      },
    }
    const card = await checkWith([scriptedProvider('local', { it: deaf })], { mostContext: 2_048 })
    expect(checkOf(card, 'abort')).toMatchObject({
      outcome: 'failed',
      defects: ['ignores-abort'],
      detail: expect.stringMatching(/^\d+ further pieces arrived after the reply was aborted\.$/),
    })
  })

  it('names a tool call that ends as if it were none', async () => {
    const model = scriptedModel(({ prompt, tools }) => {
      const product = /Ferry \w+/.exec(JSON.stringify(prompt))?.[0]
      const toolCalls = [{ toolName: 'look_up', input: { product } }]
      return tools ? { toolCalls, finishReason: 'stop' } : { text: 'ready' }
    })
    const card = await checkWith([scriptedProvider('local', { it: model })], { mostContext: 2_048 })
    expect(checkOf(card, 'tool-call')).toMatchObject({
      outcome: 'failed',
      defects: ['wrong-stop-reason'],
      detail: 'The stop reason of a tool call is “stop”, not “tool-calls”.',
    })
  })

  it('ends when its time is over, in the protocol, too', async () => {
    const clock = new ManualClock()
    const providers = await over((body) => {
      clock.advance(1_000)
      return behaved(body)
    })
    const card = await checkWith(providers, { clock, mostMs: 3_000 })
    const outcomes = card.checks.map(({ outcome }) => outcome)
    expect(outcomes.slice(0, 4)).toEqual(['passed', 'passed', 'passed', 'skipped'])
    expect(checkOf(card, 'context-window')).toMatchObject({
      outcome: 'skipped',
      detail: expect.stringContaining('time limit'),
    })
  })

  it('ends when it cost as much as it may, and refuses a limit without a price', async () => {
    const providers = await over((body) => behaved(body))
    const card = await checkWith(providers, { mostCost: 0.0001 })
    expect(card.cost).toBeLessThan(0.0005)
    expect(checkOf(card, 'context-window')).toMatchObject({
      outcome: 'skipped',
      detail: expect.stringContaining('cost limit'),
    })
    const unpriced = [scriptedProvider('local', { it: scriptedModel(() => ({ text: 'ready' })) })]
    await expect(checkWith(unpriced, { mostCost: 1 })).rejects.toThrow('the price of local:it is not known')
  })
})
