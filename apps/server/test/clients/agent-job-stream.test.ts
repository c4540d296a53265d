import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { pageAddingModels, WRITING } from './agent-script.ts'
import { all, dataStreamEvents, type PlainReader, post, uiMessageEvents } from './read-stream.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ models: pageAddingModels() })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const create = (body: object, headers: Record<string, string> = {}): Promise<PlainReader> =>
  post(`${server.url}/v1/agent/docs/job`, server.adminKey, body, headers)

const prompt = (content: string) => ({ messages: [{ content }] })

describe('a v1 job', () => {
  test('streams its run as the data stream, with todos and the pull request', async () => {
    await using reader = await create(prompt('Add a guide'))
    const { headers } = reader.reply
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-vercel-ai-data-stream': 'v1',
      deprecation: expect.stringMatching(/^@\d+$/),
    })
    const events = await all(dataStreamEvents(reader.lines))
    const text = events.flatMap(({ code, value }) => (code === '0' ? [value] : [])).join('')
    expect(text).toContain('I will add a page.')
    expect(text).toContain('I added a guide.')
    const annotations = events.flatMap(({ code, value }) => (code === '8' ? value : []))
    expect(annotations).toContainEqual({ type: 'todos', todos: [WRITING] })
    const job = await server.call('GET', `/v2/agent/docs/job/${headers.get('x-session-id')}`)
    expect(job.body).toMatchObject({
      status: 'completed',
      source: { ref: headers.get('x-branch-name') },
      prLink: expect.stringContaining('/pulls/'),
    })
    expect(annotations).toContainEqual(
      expect.objectContaining({ type: 'pull-request', url: job.body.prLink }),
    )
    expect(events.at(-1)).toMatchObject({ code: 'd', value: { type: 'finish', finishReason: 'stop' } })
  })

  test('streams the UI message stream to a client that accepts event streams', async () => {
    await using reader = await create(
      { ...prompt('Add a guide'), branch: 'docs/mine' },
      { accept: 'text/event-stream' },
    )
    const { headers } = reader.reply
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-vercel-ai-ui-message-stream': 'v1',
      'x-branch-name': 'docs/mine',
    })
    const events = await all(uiMessageEvents(reader.lines))
    expect(events).toContainEqual({ type: 'data-todos', id: 'todos', data: { todos: [WRITING] } })
    expect(events).toContainEqual({
      type: 'data-pull-request',
      id: 'pull-request',
      data: expect.objectContaining({ url: expect.stringContaining('/pulls/'), draft: false }),
    })
    expect(events.at(-1)).toEqual({ type: 'finish' })
    const session = await server.call('GET', `/v1/agent/docs/job/${headers.get('x-session-id')}`)
    expect(session.body).toMatchObject({ haulted: true, haultReason: 'completed', branch: 'docs/mine' })
  })

  test('lives on when its reader leaves, and the log can be read from its beginning with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await create(prompt('Add a guide'), headers)
    const id = first.reply.headers.get('x-session-id')
    await first[Symbol.asyncDispose]()
    await using again = await create(prompt('Add a guide'), headers)
    expect(again.reply.headers.get('idempotent-replayed')).toBe('true')
    expect(again.reply.headers.get('x-session-id')).toBe(id)
    const events = await all(dataStreamEvents(again.lines))
    expect(events[0].code).toBe('8')
    expect(events.at(-1)).toMatchObject({ code: 'd', value: { finishReason: 'stop' } })
  })
})
