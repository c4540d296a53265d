import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { defined } from '@docent/content'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChatMessageView,
  sendWithSdk4,
  textOf,
  UI_CLIENTS,
  type UiMessageView,
} from '../../test/sdk-clients.ts'
import type { AnswerEncoder } from './answer-encoder.ts'
import type { AnswerPart } from './answer-part.ts'
import type { AnswerProducer } from './answer-sink.ts'
import { createDataStreamEncoder } from './data-stream.ts'
import { echoedThreadId } from './echoed-thread-id.ts'
import { encodeAnswer } from './encode-answer.ts'
import { finishThreadIdPlace } from './finish-thread-id.ts'
import { createUiMessageStreamEncoder } from './ui-message-stream.ts'

const SEARCH = {
  type: 'search',
  results: [{ path: 'start', content: 'Run it.' }],
  path: 'start',
  url: '/start',
}
const GROUNDING = {
  names: [{ text: '--x', kind: 'flag', verdict: 'invented', start: 0, end: 3, suggestion: '--y' }],
  counts: { cited: 1, retrieved: 0, asked: 0, indexed: 0, invented: 1, unconfirmed: 0 },
}
const BEFORE: AnswerPart[] = [
  { type: 'start', messageId: 'msg-1', threadId: 'th-1' },
  { type: 'step-start' },
  { type: 'reasoning', text: 'Look it up.' },
  { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { query: 'start' } },
  { type: 'tool-result', toolCallId: 'c1', toolName: 'search', output: SEARCH },
  { type: 'tool-call', toolCallId: 'c2', toolName: 'read_page', input: { path: 'gone' } },
  { type: 'tool-error', toolCallId: 'c2', toolName: 'read_page', errorText: 'No such page.' },
  { type: 'step-finish', finishReason: 'tool-calls', usage: { inputTokens: 5, outputTokens: 1 } },
  { type: 'step-start' },
  { type: 'text', text: 'Hello \ud83d' },
]
const AFTER: AnswerPart[] = [
  { type: 'text', text: '\ude00, run\u2028it.' },
  { type: 'source', id: 's1', url: 'https://docs.example/start', title: 'Start' },
  { type: 'source', id: 's2', url: '/more' },
  { type: 'data', name: 'todos', data: { todos: [{ content: 'a', status: 'pending' }] } },
  { type: 'data', name: 'grounding', data: GROUNDING },
  { type: 'data', name: 'claims', data: { status: 'checking' } },
  { type: 'step-finish', finishReason: 'stop', usage: { inputTokens: 7, outputTokens: 3 } },
  { type: 'finish', finishReason: 'stop', usage: { inputTokens: 12, outputTokens: 4 } },
]

/** A server whose reply pauses after `BEFORE` until the client has shown that it read so far. */
interface Conversation {
  readonly rest: readonly AnswerPart[]
  readonly goOn: Promise<void>
  readonly bodies: unknown[]
  readonly onClosed: () => void
}

let server: Server
let origin: string
let conversation: Conversation

beforeAll(async () => {
  server = createServer((request, response) => void reply(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(await readText(request))
  conversation.bodies.push(body)
  const encoder: AnswerEncoder =
    request.url === '/v1'
      ? createDataStreamEncoder()
      : createUiMessageStreamEncoder({ finishThreadId: finishThreadIdPlace({ body, setting: 'auto' }) })
  response.on('close', conversation.onClosed)
  response.writeHead(200, encoder.headers)
  response.write(encoder.keepAlive)
  const produce: AnswerProducer = async (sink) => {
    for await (const part of answer(conversation)) await sink(part)
  }
  const write = (text: string) => {
    response.write(text)
    response.write(encoder.keepAlive)
    return undefined
  }
  await encodeAnswer(produce, encoder, write, { describeError: () => 'It failed.' })
  response.end()
}

async function* answer({ goOn, rest }: Conversation): AsyncGenerator<AnswerPart> {
  yield* BEFORE
  await goOn
  yield* rest
}

/** The client reads the first text before the server makes the rest: otherwise `send` never ends. */
function converse(rest: readonly AnswerPart[]) {
  const paused = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  conversation = { rest, goOn: paused.promise, bodies: [], onClosed: closed.resolve }
  return { bodies: conversation.bodies, closed: closed.promise, goOn: paused.resolve }
}

describe.each(UI_CLIENTS)('the UI message stream, read by $name over HTTP', (client) => {
  async function send(rest: readonly AnswerPart[], abort?: AbortController, messages: unknown[] = []) {
    const { goOn, ...seen } = converse(rest)
    const errors: unknown[] = []
    let message: UiMessageView | undefined
    const states = client.send({
      api: `${origin}/v2`,
      messages,
      ...defined({ abort }),
      onError: (error) => errors.push(error),
    })
    for await (const state of states) {
      message = state
      if (!textOf(state, 'text').startsWith('Hello')) continue
      if (abort === undefined) goOn()
      else abort.abort()
    }
    return { ...seen, errors, message }
  }

  it('shows text as it comes, then the whole answer with tools, sources and thread', async () => {
    const { message, errors } = await send(AFTER)
    expect(errors).toEqual([])
    expect(message?.id).toBe('msg-1')
    expect(message?.metadata).toEqual({ threadId: 'th-1' })
    expect(message?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'Look it up.', state: 'done' },
      { type: 'tool-search', state: 'output-available', input: { query: 'start' }, output: SEARCH },
      { type: 'tool-read_page', state: 'output-error', errorText: 'No such page.' },
      { type: 'step-start' },
      { type: 'text', text: 'Hello 😀, run\u2028it.', state: 'done' },
      { type: 'source-url', sourceId: 's1', url: 'https://docs.example/start', title: 'Start' },
      { type: 'source-url', sourceId: 's2', url: '/more' },
      { type: 'data-todos', data: { todos: [{ content: 'a', status: 'pending' }] } },
      { type: 'data-grounding', data: GROUNDING },
      { type: 'data-claims', data: { status: 'checking' } },
    ])
  })

  it('sends the thread back with the next question, and shows itself as an AI SDK client', async () => {
    const { message } = await send(AFTER)
    const question = { id: 'q2', role: 'user', parts: [{ type: 'text', text: 'And then?' }] }
    const { bodies, errors } = await send(AFTER, undefined, [message, question])
    const [body] = bodies as [{ messages: unknown }]
    expect(echoedThreadId(body.messages)).toBe('th-1')
    expect(finishThreadIdPlace({ body, setting: 'auto' })).toBe('metadata')
    expect(errors).toEqual([])
  })

  it('gets an error in the middle, and keeps the text and the thread it had', async () => {
    const { message, errors } = await send([{ type: 'error', message: 'The model is down.' }, ...AFTER])
    expect(errors).toMatchObject([{ message: 'The model is down.' }])
    expect(textOf(message, 'text')).toBe('Hello \ufffd')
    expect(message?.metadata).toEqual({ threadId: 'th-1' })
  })

  it('reads an answer that was stopped without an error', async () => {
    const { message, errors } = await send([{ type: 'abort' }])
    expect(errors).toEqual([])
    expect(textOf(message, 'text')).toBe('Hello \ufffd')
  })

  it('lets the server know when it leaves', async () => {
    const abort = new AbortController()
    const { closed, errors } = await send(AFTER, abort)
    await closed
    expect(errors).toMatchObject([{ name: 'AbortError' }])
  })
})

describe.each(UI_CLIENTS)('what newer clients alone know, read by $name', (client) => {
  const isStrict = client.name !== 'ai 7'

  async function read(encoder: AnswerEncoder) {
    const text = [...BEFORE, ...AFTER].map((part) => encoder.encode(part)).join('') + encoder.end()
    const errors: unknown[] = []
    const states = client.send({
      api: origin,
      fetch: async () => new Response(text),
      onError: (error) => errors.push(error),
    })
    let message: UiMessageView | undefined
    for await (const state of states) message = state
    return { errors, message }
  }

  const outcome = isStrict ? 'fails the whole answer, which is why clients do not get it' : 'is accepted'

  it(`the thread at the top level of finish ${outcome}`, async () => {
    const { errors } = await read(createUiMessageStreamEncoder({ finishThreadId: 'top-level' }))
    expect(errors).toHaveLength(isStrict ? 1 : 0)
  })

  it(`citations at the end of a text: ${outcome}`, async () => {
    const encoder = createUiMessageStreamEncoder({ finishThreadId: 'metadata', citations: true })
    const { errors, message } = await read(encoder)
    expect(errors).toHaveLength(isStrict ? 1 : 0)
    if (isStrict) return
    expect(message?.parts.find(({ type }) => type === 'text')?.citations).toEqual([
      {
        source: {
          type: 'source',
          sourceType: 'url',
          id: 's1',
          url: 'https://docs.example/start',
          title: 'Start',
        },
      },
      { source: { type: 'source', sourceType: 'url', id: 's2', url: '/more' } },
    ])
  })
})

describe('the data stream, read by ai 4 over HTTP', () => {
  async function send(rest: readonly AnswerPart[], abort?: AbortController, messages: unknown[] = []) {
    const { goOn, ...seen } = converse(rest)
    const errors: unknown[] = []
    const reply = await sendWithSdk4({
      api: `${origin}/v1`,
      messages,
      ...defined({ abort }),
      onError: (error) => errors.push(error),
      onUpdate: (message: ChatMessageView) => {
        if (!message.content.startsWith('Hello')) return
        if (abort === undefined) goOn()
        else abort.abort()
      },
    })
    return { ...seen, ...reply, errors }
  }

  it('shows text as it comes, then the whole answer with tools, sources and thread', async () => {
    const { message, data, finishReason, usage, errors } = await send(AFTER)
    expect(errors).toEqual([])
    expect(message).toMatchObject({
      id: 'msg-1',
      content: 'Hello 😀, run\u2028it.',
      reasoning: 'Look it up.',
    })
    expect(message?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', reasoning: 'Look it up.' },
      { type: 'tool-invocation', toolInvocation: { state: 'result', toolName: 'search', result: SEARCH } },
      {
        type: 'tool-invocation',
        toolInvocation: { state: 'result', result: { type: 'error', error: 'No such page.' } },
      },
      { type: 'step-start' },
      { type: 'text', text: 'Hello 😀, run\u2028it.' },
    ])
    expect(message?.annotations).toEqual([
      { type: 'start', threadId: 'th-1' },
      {
        type: 'source',
        source: { sourceType: 'url', id: 's1', url: 'https://docs.example/start', title: 'Start' },
      },
      { type: 'source', source: { sourceType: 'url', id: 's2', url: '/more' } },
      { type: 'todos', todos: [{ content: 'a', status: 'pending' }] },
      { type: 'grounding', ...GROUNDING },
      { type: 'claims', status: 'checking' },
      { type: 'finish', threadId: 'th-1' },
    ])
    expect(data).toEqual([{ type: 'finish', threadId: 'th-1' }])
    expect(finishReason).toBe('stop')
    expect(usage).toMatchObject({ promptTokens: 12, completionTokens: 4 })
  })

  it('sends the thread back with the next question', async () => {
    const { message } = await send(AFTER)
    const { bodies } = await send(AFTER, undefined, [message, { role: 'user', content: 'And then?' }])
    const [body] = bodies as [{ messages: unknown }]
    expect(echoedThreadId(body.messages)).toBe('th-1')
  })

  it('gets an error in the middle, and keeps the text and the thread it had', async () => {
    const { message, errors, finishReason } = await send([{ type: 'error', message: 'The model is down.' }])
    expect(errors).toMatchObject([{ message: 'The model is down.' }])
    expect(finishReason).toBeUndefined()
    expect(message?.content).toBe('Hello \ufffd')
    expect(echoedThreadId([message])).toBe('th-1')
  })

  it('learns that an answer was stopped', async () => {
    const { errors } = await send([{ type: 'abort' }])
    expect(errors).toMatchObject([{ message: expect.stringContaining('stopped') }])
  })

  it('lets the server know when it leaves', async () => {
    const abort = new AbortController()
    const { closed, errors } = await send(AFTER, abort)
    await closed
    expect(errors).toMatchObject([{ name: 'AbortError' }])
  })
})
