import { projectId } from '@docent/core/plugin'
import { indexedPage, ManualClock, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const clock = new ManualClock(Date.parse('2026-08-10T12:00:00.000Z'))

let server: TestServer
beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/keys', title: 'API keys', texts: ['Revoke a key with docent keys revoke.'] }),
    indexedPage({ path: '/proxy', title: 'Proxies', texts: ['Put a proxy in front.'] }),
  ])
  await writer.commit('r1')
  const model = scriptedModel(({ prompt }) => {
    const asked = JSON.stringify(prompt.at(-1)?.content)
    return {
      text: asked.includes('cloud') ? '[[unanswered]]The docs do not say.' : 'Use docent keys revoke [1].',
    }
  })
  server = await startTestServer({
    retriever,
    clock,
    models: scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' }),
    config: {
      projects: [
        { id: 'docs', repository: 'file:///docs.git', branch: 'main', siteUrl: 'https://docs.acme.com' },
        { id: 'second', repository: 'file:///docs.git', branch: 'main' },
      ],
    },
  })
  await ask('How do I revoke a key?', { headers: { origin: 'https://docs.acme.com' }, currentPath: '/keys/' })
  clock.advance(60_000)
  await ask('What does the cloud cost?', {})
})
afterAll(() => server[Symbol.asyncDispose]())

let threadId = ''
async function ask(
  text: string,
  { headers = {}, ...more }: { headers?: Record<string, string>; currentPath?: string },
) {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }]
  const body = { fp: 'ann', messages, ...(threadId === '' ? {} : { threadId }), ...more }
  const reply = await server.call('POST', '/discovery/v2/assistant/docs/message', { body, headers })
  expect(reply.status).toBe(200)
  threadId = reply.headers.get('x-thread-id') ?? ''
}
const read = async (path: string) => (await server.call('GET', `/v1/analytics/docs${path}`)).body

describe('an importer', () => {
  test('reads a conversation as one entry a turn, newest first', async () => {
    const { conversations, nextCursor, hasMore } = await read('/assistant')
    expect([nextCursor, hasMore]).toEqual([null, false])
    const ids = { id: expect.any(String), threadId, fp: 'ann', queryCategory: null, responseType: 'answer' }
    expect(conversations).toMatchObject([
      {
        ...ids,
        timestamp: '2026-08-10T12:01:00.000Z',
        query: 'What does the cloud cost?',
        response: 'The docs do not say.',
        sources: [],
        resolutionStatus: 'unanswered',
        pageUrl: null,
        caller: 'api',
      },
      {
        ...ids,
        timestamp: '2026-08-10T12:00:00.000Z',
        query: 'How do I revoke a key?',
        sources: [{ title: 'API keys', url: 'https://docs.acme.com/keys' }],
        resolutionStatus: 'answered',
        pageUrl: 'https://docs.acme.com/keys',
        caller: 'web',
        feedback: null,
      },
    ])
  })

  test('follows cursors until hasMore is false', async () => {
    const first = await read('/assistant?limit=1')
    expect(first).toMatchObject({ conversations: [{ outcome: 'unanswered' }], hasMore: true })
    const second = await read(`/assistant?limit=1&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({
      conversations: [{ outcome: 'answered' }],
      hasMore: false,
      nextCursor: null,
    })
  })

  test.each([
    ['dateFrom=2026-08-10&dateTo=2026-08-10', 2],
    ['dateFrom=2026-08-10T12:00:00.000Z&dateTo=2026-08-10T12:00:00.000Z', 1],
    ['dateFrom=2026-08-10T12:00:30Z', 1],
    ['dateFrom=2026-08-10T14:00:30%2B02:00', 1],
    ['dateFrom=2026-08-10T12:00:30', 1],
    ['dateTo=2026-08-09', 0],
    ['outcome=unanswered', 1],
  ])('with %s reads %i of the two', async (query, count) => {
    expect((await read(`/assistant?${query}`)).conversations).toHaveLength(count)
  })

  test('reads a thread as messages, and none of another project', async () => {
    const thread = await read(`/assistant/threads/${threadId}`)
    expect(thread).toMatchObject({ threadId, createdAt: '2026-08-10T12:00:00.000Z', turns: { length: 2 } })
    expect(thread.messages.map(({ role, content }: Record<string, string>) => [role, content])).toEqual([
      ['user', 'How do I revoke a key?'],
      ['assistant', expect.stringContaining('Use docent keys revoke')],
      ['user', 'What does the cloud cost?'],
      ['assistant', 'The docs do not say.'],
    ])
    expect((await server.call('GET', `/v1/analytics/second/assistant/threads/${threadId}`)).status).toBe(404)
  })

  test('counts who asked', async () => {
    expect(await read('/assistant/caller-stats')).toEqual({ web: 1, api: 1, other: 0, total: 2 })
    expect(await read('/assistant/caller-stats?dateTo=2026-08-09')).toMatchObject({ total: 0 })
  })

  test('counts each day once in windows that follow each other from midnight to midnight', async () => {
    const day = (n: number) => `2026-08-${String(n).padStart(2, '0')}T00:00:00.000Z`
    const totals = []
    for (const n of [8, 9, 10, 11])
      totals.push((await read(`/assistant/caller-stats?dateFrom=${day(n)}&dateTo=${day(n + 1)}`)).total)
    expect(totals).toEqual([0, 0, 2, 0])
    const moment = '2026-08-10T00:00:00Z'
    expect(await read(`/assistant/caller-stats?dateFrom=${moment}&dateTo=${moment}`)).toMatchObject({
      total: 2,
    })
    expect(await read('/assistant/caller-stats?dateTo=2026-08-10T00:00:01Z')).toMatchObject({ total: 2 })
  })
})

test('what readers search for counts with the page that they open after it', async () => {
  const headers = { 'user-agent': BROWSER }
  const search = (query: string) =>
    server.call('POST', '/discovery/v1/search/docs', { body: { query }, headers })
  const terms = () => read('/searches')
  await search('Proxy?')
  await expect.poll(async () => (await terms()).totalSearches).toBe(1)
  await server.call('POST', '/discovery/v1/page/docs', { body: { path: '/proxy' }, headers })
  await expect.poll(async () => (await terms()).searches[0]?.ctr).toBe(1)
  await search('proxy')
  await search('revoke')
  await expect.poll(async () => (await terms()).totalSearches).toBe(3)
  await server.call('POST', '/discovery/v1/view/docs', { body: { path: '/keys' }, headers })
  const lastSearchedAt = '2026-08-10T12:01:00.000Z'
  expect(await terms()).toEqual({
    searches: [
      { searchQuery: 'proxy', hits: 2, ctr: 0.5, topClickedPage: '/proxy', lastSearchedAt },
      { searchQuery: 'revoke', hits: 1, ctr: 1, topClickedPage: '/keys', lastSearchedAt },
    ],
    totalSearches: 3,
    nextCursor: null,
    hasMore: false,
  })
  const first = await read('/searches?limit=1')
  expect([first.hasMore, (await read(`/searches?limit=1&cursor=${first.nextCursor}`)).hasMore]).toEqual([
    true,
    false,
  ])
  expect(await read('/views')).toEqual({
    totals: { human: 1, ai: 0, total: 1 },
    views: [{ path: '/keys', human: 1, ai: 0, total: 1 }],
    programs: [],
    hasMore: false,
  })
  expect(await read('/visitors?limit=250&offset=1')).toEqual({
    totals: { human: 1, ai: 0, total: 1 },
    visitors: [],
    hasMore: false,
  })
})

test('feedback on pages is listed, counted by page, and gets a status', async () => {
  const say = (body: object) => {
    clock.advance(1)
    return server.call('POST', '/discovery/v1/feedback/docs', { body })
  }
  await say({ path: '/keys', helpful: true })
  await say({ path: '/keys', helpful: false, comment: 'Too short.', contact: 'ann@example.com' })
  await say({ path: '/proxy', code: 'a = 1', filename: 'a.py', lang: 'py' })
  const { feedback, hasMore, nextCursor } = await read('/feedback')
  expect([hasMore, nextCursor]).toEqual([false, null])
  const shared = {
    id: expect.any(String),
    createdAt: expect.stringMatching(/^2026-08-10T12:01:00\.00\dZ$/),
    status: 'pending',
    comment: null,
  }
  expect(feedback).toEqual([
    { ...shared, path: '/proxy', source: 'code_snippet', code: 'a = 1', filename: 'a.py', lang: 'py' },
    {
      ...shared,
      path: '/keys',
      source: 'contextual',
      comment: 'Too short.',
      helpful: false,
      contact: 'ann@example.com',
    },
    { ...shared, path: '/keys', source: 'thumbs_only', helpful: true, contact: null },
  ])
  const path = `/v1/analytics/docs/feedback/${feedback[1].id}`
  const changed = await server.call('PATCH', path, { body: { status: 'resolved' } })
  expect(changed).toMatchObject({ status: 200, body: { ...feedback[1], status: 'resolved' } })
  expect((await read('/feedback?status=resolved')).feedback).toEqual([changed.body])
  expect((await read('/feedback?source=code_snippet&status=pending')).feedback).toEqual([feedback[0]])
  expect(await read('/feedback/by-page')).toEqual({
    feedback: [
      { path: '/keys', thumbsUp: 1, thumbsDown: 1, code: 0, total: 2 },
      { path: '/proxy', thumbsUp: 0, thumbsDown: 0, code: 1, total: 1 },
    ],
    hasMore: false,
  })
  const elsewhere = `/v1/analytics/second/feedback/${feedback[1].id}`
  expect((await server.call('PATCH', elsewhere, { body: { status: 'pending' } })).status).toBe(404)
  expect((await server.call('PATCH', path, { body: { status: 'done' } })).status).toBe(400)
})

test.each([
  '/assistant?dateFrom=yesterday',
  '/assistant?limit=1001',
  '/assistant/caller-stats?dateTo=2026-13-01',
  '/searches?limit=101',
  '/searches?cursor=x',
  '/feedback?source=mail',
  '/feedback?status=open',
  '/feedback/by-page?limit=101',
  '/views?limit=251',
  '/visitors?offset=-1',
])('%s is refused at its parameter', async (path) => {
  const { body } = await server.call('GET', `/v1/analytics/docs${path}`)
  expect(body).toMatchObject({ code: 'invalid_request', issues: [{ path: /\?(\w+)=/.exec(path)?.[1] }] })
})
