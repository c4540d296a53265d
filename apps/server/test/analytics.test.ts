import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/keys', title: 'API keys', texts: ['Revoke a key with docent keys revoke.'] }),
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
    models: scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' }),
    config: {
      projects: [
        { id: 'docs', repository: 'file:///docs.git', branch: 'main', assistant: { threadKeys: 'required' } },
        { id: 'second', repository: 'file:///docs.git', branch: 'main' },
      ],
    },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

async function ask(question: string, fp = 'ann') {
  const reply = await server.call('POST', '/discovery/v2/assistant/docs/message', {
    body: { fp, messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: question }] }] },
  })
  expect(reply.status).toBe(200)
  return {
    fp,
    threadId: reply.headers.get('x-thread-id') as string,
    threadKey: reply.headers.get('x-thread-key') as string,
    messageId: /"messageId":"([^"]+)"/.exec(reply.text)?.[1] as string,
  }
}

const say = (body: object) =>
  server.call('POST', '/discovery/v2/assistant/docs/feedback', { body: { rating: 'up', ...body } })
const read = (path: string) => server.call('GET', `/v1/analytics/docs${path}`)
const threadOf = async (threadId: string) => (await read(`/assistant/threads/${threadId}`)).body

describe('feedback', () => {
  it('is kept for the answer that the stream named, and the last word wins', async () => {
    const asked = await ask('How do I revoke a key?')
    expect(await say(asked)).toMatchObject({ status: 204, text: '' })
    expect((await say({ ...asked, rating: 'down', text: ' Not for groups. ' })).status).toBe(204)
    const { turns } = await threadOf(asked.threadId)
    expect(turns).toMatchObject([
      { id: asked.messageId, feedback: { rating: 'down', text: 'Not for groups.' } },
    ])
  })

  it('is about the newest answer when none is named', async () => {
    const { messageId: _, ...asked } = await ask('How do I revoke a key?')
    expect((await say(asked)).status).toBe(204)
    expect((await threadOf(asked.threadId)).turns[0].feedback.rating).toBe('up')
  })

  it('is for whoever could continue the thread, and a refusal does not tell why', async () => {
    const asked = await ask('How do I revoke a key?')
    const wrong = [
      { ...asked, fp: 'bob' },
      { ...asked, threadKey: 'x' },
      { ...asked, threadKey: null },
      { ...asked, threadId: 'f'.repeat(32) },
      { ...asked, threadId: '../..' },
      { ...asked, messageId: 'other' },
    ]
    for (const body of wrong) {
      const { status, body: problem } = await say(body)
      expect([status, problem.detail]).toEqual([404, 'None of your threads has this answer.'])
    }
    expect((await threadOf(asked.threadId)).turns[0].feedback).toBeNull()
  })

  it.each([
    [{ rating: 'good' }, 'rating'],
    [{ text: 'x'.repeat(4_001) }, 'text'],
    [{ fp: '' }, 'fp'],
    [{ threadId: undefined }, 'threadId'],
  ])('with %j is refused at %s', async (change, path) => {
    const { status, body } = await say({ fp: 'ann', threadId: 'a', ...change })
    expect([status, body.issues[0].path]).toEqual([400, path])
  })
})

describe('analytics', () => {
  it('list conversations of a period and an outcome, page by page, and never a thread key', async () => {
    const { threadId, threadKey } = await ask('What does the cloud cost?', 'page-reader')
    const unanswered = await read('/assistant/threads?outcome=unanswered')
    expect(unanswered.body.conversations[0]).toMatchObject({
      threadId,
      fp: 'page-reader',
      question: 'What does the cloud cost?',
      turns: 1,
      outcome: 'unanswered',
      feedback: { up: 0, down: 0 },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const first = await read('/assistant/threads?limit=1')
    const second = await read(`/assistant/threads?limit=1&cursor=${first.body.nextCursor}`)
    expect(second.body.conversations[0].threadId).not.toBe(first.body.conversations[0].threadId)
    const today = new Date().toISOString().slice(0, 10)
    expect(
      (await read(`/assistant/threads?from=${today}&to=${today}`)).body.conversations.length,
    ).toBeGreaterThan(0)
    expect((await read('/assistant/threads?to=2020-01-01')).body.conversations).toEqual([])
    const detail = await read(`/assistant/threads/${threadId}`)
    expect(detail.body.turns[0]).toMatchObject({
      outcome: 'unanswered',
      sources: [],
      totalMs: expect.any(Number),
    })
    for (const { text } of [unanswered, detail]) {
      expect(text).not.toContain(threadKey)
      expect(text).not.toMatch(/threadKey/i)
    }
  })

  it('count searches and list feedback', async () => {
    const searches = (await read('/assistant/searches')).body.searches
    expect(searches).toContainEqual({
      source: 'assistant',
      withoutResults: null,
      meanResults: null,
      meanMs: null,
      query: 'what does the cloud cost',
      count: 1,
      unanswered: 1,
      unansweredShare: 1,
    })
    expect(searches[0].count).toBeGreaterThan(1)
    const { feedback } = (await read('/assistant/feedback?rating=down')).body
    expect(feedback).toMatchObject([{ question: 'How do I revoke a key?', text: 'Not for groups.' }])
  })

  it('count searches by the search route and by MCP, and forget those of a visitor', async () => {
    const search = (query: string, more: object = {}) =>
      server.call('POST', '/discovery/v1/search/docs', { body: { query, ...more } })
    await search('Revoke a key?', { fp: 'searcher' })
    await search('revoke a key', { fp: 'searcher', pageSize: 1 })
    await search('Zebra', { scoreThreshold: 1 })
    await server.call('POST', '/mcp/docs?fp=searcher', {
      key: server.assistantKey,
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { query: 'revoke' } },
      },
    })
    const list = async (query: string) => (await read(`/assistant/searches?${query}`)).body.searches
    const numbers = { unanswered: 0, unansweredShare: 0, meanMs: expect.any(Number) }
    // Nobody waits for the record of a search.
    await expect
      .poll(() => list('source=mcp'))
      .toEqual([{ ...numbers, source: 'mcp', query: 'revoke', count: 1, withoutResults: 0, meanResults: 1 }])
    await expect
      .poll(() => list('source=search'))
      .toEqual([
        { ...numbers, source: 'search', query: 'revoke a key', count: 2, withoutResults: 0, meanResults: 1 },
        { ...numbers, source: 'search', query: 'zebra', count: 1, withoutResults: 1, meanResults: 0 },
      ])
    const { body } = await server.call('DELETE', '/v1/analytics/docs/fp/searcher')
    expect(body).toEqual({ deleted: 0 })
    expect((await list('source=search')).map(({ query }: { query: string }) => query)).toEqual(['zebra'])
    expect(await list('source=mcp')).toEqual([])
    expect((await read('/assistant/searches?source=web')).body.issues[0].path).toBe('source')
  })

  it('refuse what is no period and no cursor', async () => {
    for (const query of ['from=yesterday', 'to=2026-13-01', 'outcome=x', 'limit=0', 'cursor=x'])
      expect((await read(`/assistant/threads?${query}`)).body).toMatchObject({
        code: 'invalid_request',
        issues: [{ path: query.split('=')[0] }],
      })
  })

  it('are for admin keys of the project, and deleting needs the scope write', async () => {
    const reader = await server.issueKey({ scopes: ['read'] })
    const elsewhere = await server.issueKey({ projectIds: [projectId('second')] })
    const status = async (key: string, method: string, path: string) =>
      (await server.call(method, path, { key })).status
    expect(await status(server.assistantKey, 'GET', '/v1/analytics/docs/assistant')).toBe(403)
    expect(await status(reader.key, 'GET', '/v1/analytics/docs/assistant')).toBe(200)
    expect(await status(elsewhere.key, 'GET', '/v1/analytics/docs/assistant')).toBe(404)
    expect(await status(reader.key, 'DELETE', '/v1/analytics/docs/fp/ann')).toBe(403)
    expect(await status(reader.key, 'POST', '/v1/analytics/docs/assistant/gaps/a/job')).toBe(403)
    const { threadId } = await ask('How do I revoke a key?')
    expect((await server.call('GET', `/v1/analytics/second/assistant/threads/${threadId}`)).status).toBe(404)
  })

  it('forget one visitor and nobody else', async () => {
    const gone = await ask('How do I revoke a key?', 'née/1')
    const stays = await ask('How do I revoke a key?', 'other')
    const forget = (fp: string) => server.call('DELETE', `/v1/analytics/docs/fp/${encodeURIComponent(fp)}`)
    expect((await forget('née/1')).body).toEqual({ deleted: 1 })
    expect((await forget('née/1')).body).toEqual({ deleted: 0 })
    expect((await read(`/assistant/threads/${gone.threadId}`)).status).toBe(404)
    expect((await read(`/assistant/threads/${stays.threadId}`)).status).toBe(200)
    expect((await forget('anonymous')).body.issues[0].path).toBe('fp')
  })
})

it('is all in the OpenAPI document', async () => {
  const { paths } = (await server.call('GET', '/openapi.json', { key: null })).body
  const at = '/v1/analytics/{projectId}'
  expect(paths['/discovery/v2/assistant/{domain}/feedback'].post.responses).toHaveProperty('204')
  expect(paths['/mcp/{domain}'].post.security).toEqual([{ assistant: [] }, {}])
  expect(paths[`${at}/assistant/threads`].get.parameters.map(({ name }: { name: string }) => name)).toEqual([
    'projectId',
    'from',
    'to',
    'outcome',
    'limit',
    'cursor',
  ])
  for (const path of [
    '/assistant/threads/{threadId}',
    '/assistant/searches',
    '/assistant/feedback',
    '/assistant/gaps',
  ])
    expect(paths[at + path].get.responses).toHaveProperty('200')
  expect(paths[`${at}/assistant/gaps/{gapId}/job`].post.responses).toHaveProperty('201')
  expect(paths[`${at}/fp/{fp}`].delete.responses).toHaveProperty('200')
})

describe('gaps', () => {
  it('group unanswered questions, and become a job with a draft pull request', async () => {
    await ask('cloud costs?')
    await ask('What is the weather in the cloud office?')
    const { gaps, total } = (await read('/assistant/gaps')).body
    expect(total).toBe(2)
    expect(gaps[0]).toMatchObject({ count: 2, terms: ['cloud', 'cost'] })
    expect((await read('/assistant/gaps?limit=1')).body.gaps).toHaveLength(1)
    const path = `/v1/analytics/docs/assistant/gaps/${gaps[0].id}/job`
    const send = () => server.call('POST', path, { headers: { 'idempotency-key': 'gap-1' } })
    const created = await send()
    expect(created).toMatchObject({
      status: 201,
      body: { status: 'active', source: { ref: expect.stringMatching(/^docent\//) } },
    })
    const again = await send()
    expect([again.body.id, again.headers.get('idempotent-replayed')]).toEqual([created.body.id, 'true'])
    const jobIds = (await read('/assistant/gaps')).body.gaps.map(({ jobId }: { jobId: unknown }) => jobId)
    expect(jobIds).toEqual([created.body.id, null])
    const missing = await server.call('POST', '/v1/analytics/docs/assistant/gaps/none/job')
    expect(missing.body.code).toBe('not_found')
  })
})
