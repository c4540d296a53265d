import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
const model = scriptedModel(() => ({ text: ['Run ', 'npm start', ' [1].'] }))

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/start', title: 'Start', texts: ['Run npm start to start the server.'] }),
    indexedPage({
      path: '/staff',
      title: 'Staff start',
      texts: ['Staff start the server so.'],
      groups: ['staff'],
    }),
  ])
  await writer.commit('one')
  server = await startTestServer({
    retriever,
    models: scriptedProvider('test', { model }, { assistant: 'model', agent: 'model' }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const V2 = '/discovery/v2/assistant/docs/message'
const ask = (text: string, more: object = {}) => ({
  fp: 'anonymous',
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
  ...more,
})

describe('the assistant', () => {
  it('streams an answer with its thread id, uncached and unbuffered', async () => {
    const reply = await server.call('POST', V2, { body: ask('How do I start the server?') })
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-vercel-ai-ui-message-stream': 'v1',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-thread-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      'ratelimit-policy': expect.stringMatching(/^"key";q=10000;w=\d+$/),
    })
    const events = reply.text
      .split('\n\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice(6)))
    const finish = events.find((event) => event.type === 'finish')
    const threadId = reply.headers.get('x-thread-id')
    expect(finish).toEqual({ type: 'finish', threadId, messageMetadata: { threadId } })
    expect(reply.text).toMatch(/data: \[DONE\]\n\n$/)
  })

  it('carries the thread id only as metadata for an AI SDK client', async () => {
    const reply = await server.call('POST', V2, { body: ask('Start?', { trigger: 'submit-message' }) })
    expect(reply.text).not.toMatch(/"type":"finish","threadId"/)
    const pinned = await server.call('POST', `${V2}?finishThreadId=top-level`, {
      body: ask('Start?', { trigger: 'submit-message' }),
    })
    expect(pinned.text).toMatch(/"type":"finish","threadId"/)
  })

  it('continues a thread by its id, with what was stored as history', async () => {
    const first = await server.call('POST', V2, { body: ask('How do I start the server?') })
    const threadId = first.headers.get('x-thread-id')
    await server.call('POST', V2, { body: ask('And then?', { threadId }) })
    expect(JSON.stringify(model.calls.at(-1)?.prompt)).toContain('How do I start the server?')
  })

  it('streams the v1 protocol with its header, and says that it is deprecated', async () => {
    const reply = await server.call('POST', '/discovery/v1/assistant/docs/message', {
      body: {
        fp: 'anonymous',
        threadId: null,
        filter: null,
        context: null,
        messages: [{ role: 'user', content: 'Start?' }],
      },
    })
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(reply.headers.get('x-vercel-ai-data-stream')).toBe('v1')
    expect(reply.headers.get('link')).toContain('/discovery/v2/assistant/docs/message')
    expect(reply.text.trimEnd().split('\n').at(-1)).toMatch(/^d:.*"threadId"/)
  })

  it('labels the same bytes as JSON for a client that takes nothing else', async () => {
    const reply = await fetch(server.url + V2, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.assistantKey}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify(ask('Start?')),
    })
    expect(reply.headers.get('content-type')).toBe('application/json')
    expect(await reply.text()).toMatch(/^data: \{"type":"start"/)
  })
})

describe('search and page', () => {
  it('answer passages as a bare array, best first', async () => {
    const reply = await server.call('POST', '/discovery/v1/search/docs', {
      body: { query: 'start the server' },
    })
    expect(reply.body).toEqual([
      {
        content: expect.stringContaining('npm start'),
        path: '/start',
        metadata: expect.objectContaining({
          title: 'Start',
          url: '/start',
          score: expect.any(Number),
          headings: expect.any(Array),
        }),
      },
    ])
  })

  it('answer the Markdown of a page', async () => {
    const reply = await server.call('POST', '/discovery/v1/page/docs', { body: { path: '/start' } })
    expect(reply.body).toEqual({ path: '/start', content: expect.any(String) })
  })

  it('show pages of a group only to a key whose requests about groups are trusted', async () => {
    const body = { query: 'staff start the server', filter: { groups: ['staff'] } }
    const open = await server.call('POST', '/discovery/v1/search/docs', { body })
    expect(open.body.map(({ path }: { path: string }) => path)).toEqual(['/start'])
    const page = { path: '/staff', groups: ['staff'] }
    expect((await server.call('POST', '/discovery/v1/page/docs', { body: page })).status).toBe(404)
    const { key } = await server.issueKey({
      kind: 'assistant',
      projectIds: [projectId('docs')],
      trustGroups: true,
    })
    const trusted = await server.call('POST', '/discovery/v1/search/docs', { body, key })
    expect(trusted.body.map(({ path }: { path: string }) => path)).toContain('/staff')
    expect((await server.call('POST', '/discovery/v1/page/docs', { body: page, key })).status).toBe(200)
  })
})

describe('browsers', () => {
  it('may ask from any origin', async () => {
    const preflight = await fetch(server.url + V2, {
      method: 'OPTIONS',
      headers: { origin: 'https://docs.example.com', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Accept, User-Agent',
    )
    const refused = await server.call('POST', V2, {
      body: {},
      headers: { origin: 'https://docs.example.com' },
    })
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('access-control-expose-headers')).toContain('X-Thread-Id')
  })

  it('are held to the origins of a key that lists them', async () => {
    const { key } = await server.issueKey({
      kind: 'assistant',
      projectIds: [projectId('docs')],
      allowedOrigins: ['https://docs.example.com'],
    })
    const from = (origin: string) =>
      server.call('POST', '/discovery/v1/search/docs', { body: { query: 'start' }, key, headers: { origin } })
    const allowed = await from('https://docs.example.com')
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://docs.example.com')
    expect(allowed.headers.get('vary')).toBe('Origin')
    expect(await from('https://evil.example.com')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('get no CORS headers from the agent API', async () => {
    const reply = await server.call('GET', '/v2/agent/docs/jobs', {
      headers: { origin: 'https://x.example' },
    })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await fetch(`${server.url}/v2/agent/docs/jobs`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(405)
  })
})
