import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnsweringServer, SITE, startAnsweringServer } from './answering-server.ts'
import {
  all,
  dataStreamEvents,
  type PlainEvent,
  type PlainReader,
  post,
  uiMessageEvents,
} from './read-stream.ts'

const QUESTION = 'How do I start the server?'
const V2 = {
  fp: 'anonymous',
  messages: [{ id: 'q1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }],
}
const V1 = { fp: 'anonymous', messages: [{ id: 'q1', role: 'user', content: QUESTION }] }

let server: AnsweringServer

beforeAll(async () => {
  server = await startAnsweringServer({ config: { http: { port: 0, drainMs: 2_000, keepAliveMs: 1_000 } } })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const ask = (
  version: 'v1' | 'v2',
  body: object,
  headers: Record<string, string> = {},
  query = '',
): Promise<PlainReader> =>
  post(
    `${server.url}/discovery/${version}/assistant/docs/message${query}`,
    server.assistantKey,
    body,
    headers,
  )

async function finishOf(body: object, query = ''): Promise<PlainEvent> {
  server.answers(() => ({ text: 'With `docent serve` [1].' }))
  await using reader = await ask('v2', body, {}, query)
  const events = await all(uiMessageEvents(reader.lines))
  return events.find(({ type }) => type === 'finish')
}

describe('a reader of the v2 stream without an SDK', () => {
  test('gets the documented events in order, under the headers that proxies and clients need', async () => {
    server.answers([{ text: 'With `docent serve` [1].' }])
    await using reader = await ask('v2', V2)
    const { status, headers } = reader.reply
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-vercel-ai-ui-message-stream': 'v1',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-thread-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      ratelimit: expect.stringContaining('r='),
    })
    const events = await all(uiMessageEvents(reader.lines))
    const types = events.map(({ type }) => type)
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
      'start',
      'start-step',
      'tool-input-start',
      'tool-input-available',
      'tool-output-available',
      'text-start',
      'text-delta',
      'source-url',
      'text-end',
      'finish-step',
      'finish',
    ])
    expect(events.find(({ type }) => type === 'source-url')).toEqual({
      type: 'source-url',
      sourceId: '/start',
      url: `${SITE}/start`,
      title: 'Quickstart',
    })
    const threadId = headers.get('x-thread-id')
    expect(events[0]).toMatchObject({ messageMetadata: { threadId } })
    expect(events.at(-1)).toEqual({ type: 'finish', threadId, messageMetadata: { threadId } })
  })

  test('finds the thread at the top level of finish, unless the request came from an AI SDK client', async () => {
    expect(await finishOf(V2)).toHaveProperty('threadId')
    expect(await finishOf({ ...V2, trigger: 'submit-message' })).not.toHaveProperty('threadId')
  })

  test('decides by ?finishThreadId= where the thread id is', async () => {
    expect(await finishOf(V2, '?finishThreadId=metadata')).not.toHaveProperty('threadId')
    const fromSdk = { ...V2, trigger: 'submit-message' }
    expect(await finishOf(fromSdk, '?finishThreadId=top-level')).toHaveProperty('threadId')
    await using reader = await ask('v2', V2, {}, '?finishThreadId=everywhere')
    expect(reader.reply.status).toBe(400)
  })

  test('continues a thread by threadId in the body', async () => {
    server.answers([{ text: 'With `docent serve`.' }, { text: 'On port 3000.' }])
    await using first = await ask('v2', V2)
    await all(first.lines)
    const threadId = first.reply.headers.get('x-thread-id')
    await using second = await ask('v2', { ...V2, threadId })
    await all(second.lines)
    expect(second.reply.headers.get('x-thread-id')).toBe(threadId)
    expect(await server.turns(threadId ?? '')).toHaveLength(2)
    await using other = await ask('v2', { ...V2, threadId: 'f'.repeat(32) })
    expect(other.reply.status).toBe(404)
  })

  test('gets the same bytes as application/json when it accepts nothing else', async () => {
    server.answers(() => ({ text: 'With `docent serve`.' }))
    await using labelled = await ask('v2', V2, { accept: 'application/json' })
    expect(labelled.reply.headers.get('content-type')).toBe('application/json')
    const events = await all(uiMessageEvents(labelled.lines))
    expect(events.at(-1)).toMatchObject({ type: 'finish' })
    await using usual = await ask('v2', V2, { accept: 'application/json, text/event-stream' })
    expect(usual.reply.headers.get('content-type')).toContain('text/event-stream')
  })
})

describe('a reader of the v1 stream without an SDK', () => {
  test('gets the documented parts in order, under the headers that proxies and clients need', async () => {
    server.answers([{ text: 'With `docent serve` [1].' }])
    await using reader = await ask('v1', V1)
    const { headers } = reader.reply
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-vercel-ai-data-stream': 'v1',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      deprecation: expect.stringMatching(/^@\d+$/),
      link: '</discovery/v2/assistant/docs/message>; rel="successor-version"',
    })
    const events = await all(dataStreamEvents(reader.lines))
    const codes = events.map(({ code }) => code).join('')
    expect(codes).toMatch(/^8f9a0+8e28d$/)
    const threadId = headers.get('x-thread-id')
    expect(events[0].value).toEqual([{ type: 'start', threadId }])
    expect(events.at(-1).value).toMatchObject({ type: 'finish', threadId, finishReason: 'stop' })
  })

  test('takes messages that have only parts, and gets application/json when it accepts nothing else', async () => {
    server.answers(() => ({ text: 'With `docent serve`.' }))
    await using reader = await ask('v1', V2, { accept: 'application/json' })
    expect(reader.reply.headers.get('content-type')).toBe('application/json')
    const events = await all(dataStreamEvents(reader.lines))
    expect(events.at(-1)).toMatchObject({ code: 'd', value: { type: 'finish' } })
  })
})

describe.each([
  { version: 'v2', body: V2, keepAlive: ': ping\n\n' },
  { version: 'v1', body: V1, keepAlive: '\n' },
] as const)('a $version stream on which the model is silent', ({ version, body, keepAlive }) => {
  test('is kept alive, and goes on where it was', async () => {
    const goOn = Promise.withResolvers<void>()
    server.answers(async () => {
      await goOn.promise
      return { text: 'At last.' }
    })
    await using reader = await ask(version, body)
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of reader.reply.body ?? []) {
      const chunk = decoder.decode(bytes)
      text += chunk
      if (chunk === keepAlive) goOn.resolve()
    }
    expect(text).toContain('"At')
    expect(text.trimEnd().split('\n').at(-1)).toMatch(version === 'v2' ? /^data: \[DONE\]$/ : /^d:/)
  })
})
