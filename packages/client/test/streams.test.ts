import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type AnswerChunk, ApiError, createClient, DocentChatTransport, type JobEvent } from '../src/index.ts'
import { sendEvents, sendJson, serveReplies } from './serve-replies.ts'

const chunk = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const ANSWER = [
  chunk({ type: 'start', messageId: 'msg_1', messageMetadata: { threadId: 'thr_1' } }),
  ': ping\n\n',
  chunk({ type: 'text-start', id: 't' }),
  chunk({ type: 'text-delta', id: 't', delta: 'Run ' }),
  chunk({ type: 'text-delta', id: 't', delta: '`npm start` ✓.' }),
  chunk({ type: 'text-end', id: 't' }),
  chunk({ type: 'source-url', sourceId: 's1', url: 'https://x/start', title: 'Start' }),
]
const FINISH = [chunk({ type: 'finish', messageMetadata: { threadId: 'thr_1' } }), 'data: [DONE]\n\n']

describe('an answer', () => {
  test('is read to its end, with its sources, thread and key', async () => {
    const headers = { 'x-thread-id': 'thr_1', 'x-thread-key': 'key_1' }
    await using server = await serveReplies(sendEvents([...ANSWER, ...FINISH], { headers }))
    const { assistant } = createClient({ baseUrl: server.url, key: 'svc_dsc_x' })
    const answer = await assistant.ask('docs', 'How?', { currentPath: '/a' }).result()
    expect(answer).toEqual({
      text: 'Run `npm start` ✓.',
      sources: [{ id: 's1', url: 'https://x/start', title: 'Start' }],
      threadId: 'thr_1',
      threadKey: 'key_1',
      messageId: 'msg_1',
    })
    expect(server.received[0]).toMatchObject({
      path: '/discovery/v2/assistant/docs/message',
      body: {
        fp: 'anonymous',
        currentPath: '/a',
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'How?' }] }],
      },
    })
  })

  test('comes as text while it is written, whatever pieces the bytes arrive in', async () => {
    await using server = await serveReplies((res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const byte of Buffer.from([...ANSWER, ...FINISH].join(''))) res.write(Buffer.from([byte]))
      res.end()
    })
    const pieces: string[] = []
    for await (const text of createClient({ baseUrl: server.url }).assistant.ask('docs', 'How?').text())
      pieces.push(text)
    expect(pieces).toEqual(['Run ', '`npm start` ✓.'])
  })

  test('that fails after it began throws what the server said and keeps what came', async () => {
    await using server = await serveReplies(
      sendEvents([...ANSWER, chunk({ type: 'error', errorText: 'The model is away.' })]),
    )
    const stream = createClient({ baseUrl: server.url }).assistant.ask('docs', 'How?')
    await expect(stream.result()).rejects.toMatchObject({
      code: 'answer_failed',
      message: 'The model is away.',
    })
    expect(stream.answer.text).toBe('Run `npm start` ✓.')
  })

  test.each([true, 'break'] as const)(
    'that ends (%s) before its finish is not taken for a whole one',
    async (end) => {
      await using server = await serveReplies(sendEvents(ANSWER, { end }))
      await expect(
        createClient({ baseUrl: server.url }).assistant.ask('docs', 'How?').result(),
      ).rejects.toThrow(/ended early/)
      expect(server.received).toHaveLength(1)
    },
  )

  test('is asked again only when the server says that it did not begin', async () => {
    await using server = await serveReplies(
      sendJson(429, { code: 'rate_limited' }),
      sendEvents([...ANSWER, ...FINISH]),
    )
    await createClient({ baseUrl: server.url }).assistant.ask('docs', 'How?').result()
    expect(server.received).toHaveLength(2)
    await using broken = await serveReplies((res) => res.destroy())
    await expect(
      createClient({ baseUrl: broken.url }).assistant.ask('docs', 'How?').result(),
    ).rejects.toThrow()
    expect(broken.received).toHaveLength(1)
  })

  test('that falls silent is given up, and leaving the loop closes the connection', async () => {
    const closed = Promise.withResolvers<void>()
    await using server = await serveReplies(sendEvents(ANSWER, { end: false }), (res) => {
      res.on('close', () => closed.resolve())
      sendEvents(ANSWER, { end: false })(res)
    })
    const { assistant } = createClient({ baseUrl: server.url, idleTimeoutMs: 100 })
    await expect(assistant.ask('docs', 'How?').result()).rejects.toThrow('silent for 100 ms')
    for await (const _text of assistant.ask('docs', 'How?').text()) break
    await closed.promise
  })

  test('is read once', async () => {
    await using server = await serveReplies(sendEvents([...ANSWER, ...FINISH]))
    const stream = createClient({ baseUrl: server.url }).assistant.ask('docs', 'How?')
    await stream.result()
    await expect(stream.result()).rejects.toThrow('was already read')
  })
})

describe('the events of a job', () => {
  const event = (sequence: number, fields: object) =>
    `id: ${sequence}\nevent: x\n${chunk({ sequence, ...fields })}`
  const finished = { type: 'run-finished', run: 1, status: 'completed' }

  test('go on where a connection broke, none lost and none twice', async () => {
    await using server = await serveReplies(
      sendEvents([event(1, { type: 'text', text: 'a' }), event(2, { type: 'text', text: 'b' })], {
        end: 'break',
      }),
      (res) => res.destroy(),
      sendEvents([event(2, { type: 'text', text: 'b' }), event(3, finished)], { end: false }),
    )
    const seen: number[] = []
    for await (const { sequence, type } of createClient({ baseUrl: server.url, maxRetries: 1 }).agent.events(
      'docs',
      'j',
    )) {
      seen.push(sequence)
      if (type === 'run-finished') break
    }
    expect(seen).toEqual([1, 2, 3])
    expect(server.received.map(({ headers }) => headers['last-event-id'])).toEqual(['0', '2', '2'])
  })

  test('are waited for until the run that is the last has ended', async () => {
    const stream = sendEvents([event(1, finished), event(2, { ...finished, run: 2 })], { end: false })
    let reads = 0
    await using server = await serveReplies((res, { path }) => {
      if (path.endsWith('/events')) return stream(res)
      reads++
      return sendJson(200, { id: 'j', status: reads === 1 ? 'active' : 'completed' })(res)
    })
    const types: string[] = []
    const job = await createClient({ baseUrl: server.url }).agent.wait('docs', 'j', {
      onEvent: ({ type }) => types.push(type),
    })
    expect(job.status).toBe('completed')
    expect(types).toEqual(['run-finished', 'run-finished'])
  })

  test('of a job that is not there are an error at once', async () => {
    await using server = await serveReplies(
      sendJson(404, { code: 'not_found', detail: 'There is no such job.' }),
    )
    const wait = createClient({ baseUrl: server.url }).agent.wait('docs', 'j')
    await expect(wait).rejects.toBeInstanceOf(ApiError)
    expect(server.received).toHaveLength(1)
  })

  test('end with the reason of the signal', async () => {
    await using server = await serveReplies(
      sendEvents([event(1, { type: 'text', text: 'a' })], { end: false }),
    )
    const abort = new AbortController()
    const seen: JobEvent[] = []
    const reading = (async () => {
      const events = createClient({ baseUrl: server.url }).agent.events('docs', 'j', { signal: abort.signal })
      for await (const found of events) {
        seen.push(found)
        abort.abort(new Error('enough'))
      }
    })()
    await expect(reading).rejects.toThrow('enough')
    expect(seen).toHaveLength(1)
  })
})

describe('the chat transport', () => {
  test('is a ChatTransport of the package ai, and its chunks are UI message chunks', () => {
    expectTypeOf<AnswerChunk>().toExtend<UIMessageChunk>()
    expectTypeOf<DocentChatTransport>().toExtend<
      Pick<ChatTransport<UIMessage>, 'sendMessages' | 'reconnectToStream'>
    >()
  })

  test('sends the text of the conversation with its metadata, and the key of its thread', async () => {
    const headers = { 'x-thread-id': 'thr_1', 'x-thread-key': 'key_1' }
    await using server = await serveReplies(sendEvents([...ANSWER, ...FINISH], { headers }))
    const transport = new DocentChatTransport({ baseUrl: server.url, domain: 'docs', currentPath: '/a' })
    const user = { id: 'u', role: 'user' as const, parts: [{ type: 'text', text: 'How?' }] }
    const send = async (messages: Parameters<typeof transport.sendMessages>[0]['messages']) => {
      const stream = await transport.sendMessages({
        trigger: 'submit-message',
        messages,
        abortSignal: undefined,
      })
      const chunks: AnswerChunk[] = []
      for await (const chunk of stream as unknown as AsyncIterable<AnswerChunk>) chunks.push(chunk)
      return chunks
    }
    expect((await send([user])).map(({ type }) => type)).toContain('finish')
    const metadata = { threadId: 'thr_1' }
    await send([user, { id: 'a', role: 'assistant', metadata, parts: [{ type: 'step-start' }] }, user])
    expect(server.received[0]?.body).toMatchObject({
      fp: 'anonymous',
      currentPath: '/a',
      trigger: 'submit-message',
    })
    expect(server.received[0]?.body.threadId).toBeUndefined()
    expect(server.received[1]?.body).toMatchObject({
      threadId: 'thr_1',
      threadKey: 'key_1',
      messages: [{ id: 'u' }, { id: 'a', metadata, parts: [] }, { id: 'u' }],
    })
  })
})
