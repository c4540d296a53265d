import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const create = (prompt: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/v2/agent/docs/job', { body: { prompt }, headers })

/** Reads a stream until it has shown the pattern, then leaves. */
async function readUntil(
  path: string,
  pattern: RegExp,
  headers: Record<string, string> = {},
): Promise<string> {
  const leave = new AbortController()
  const reply = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${server.adminKey}`, ...headers },
    signal: leave.signal,
  })
  expect(reply.status).toBe(200)
  let text = ''
  for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString()
    if (pattern.test(text)) break
  }
  leave.abort()
  return text
}

const settled = (id: string) => readUntil(`/v2/agent/docs/job/${id}/events`, /event: run-finished/)

describe('an agent job', () => {
  it('is created, runs, and is read and listed with exactly the fields of the contract', async () => {
    const created = await create('Fix the typos')
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{26}$/),
      status: 'active',
      source: {
        repository: `file://${server.repository}`,
        ref: expect.stringMatching(/^docent\/fix-the-typos-/),
      },
      model: 'test:model',
      prLink: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      archivedAt: null,
    })
    const { id } = created.body
    await settled(id)
    const read = await server.call('GET', `/v2/agent/docs/job/${id}`)
    expect(read).toMatchObject({ status: 200, body: { ...created.body, status: 'completed' } })
    const list = await server.call('GET', '/v2/agent/docs/jobs?status=completed&archived=false&limit=1')
    expect(list.body).toEqual({ jobs: [read.body], nextCursor: null })
  })

  it('is archived once it has settled, twice without harm, and then takes no message', async () => {
    const { id } = (await create('Archive me')).body
    await settled(id)
    const archived = await server.call('POST', `/v2/agent/docs/job/${id}/archive`)
    expect(archived.body.archivedAt).not.toBeNull()
    const again = await server.call('POST', `/v2/agent/docs/job/${id}/archive`)
    expect(again.body.archivedAt).toBe(archived.body.archivedAt)
    const message = await server.call('POST', `/v2/agent/docs/job/${id}/message`, {
      body: { prompt: 'More' },
    })
    expect(message).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const cancel = await server.call('POST', `/v2/agent/docs/job/${id}/cancel`)
    expect(cancel).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('becomes active again by a follow-up message', async () => {
    const { id } = (await create('First')).body
    await settled(id)
    const message = await server.call('POST', `/v2/agent/docs/job/${id}/message`, {
      body: { prompt: 'Second' },
    })
    expect(message).toMatchObject({ status: 200, body: { id, status: 'active', prLink: null } })
  })

  it('tells its events from the beginning, or after the one that the client saw last', async () => {
    const { id } = (await create('Follow me')).body
    const all = await settled(id)
    const ids = [...all.matchAll(/^id: (\d+)$/gm)].map(([, sequence]) => Number(sequence))
    expect(ids).toEqual(ids.map((_, index) => index + 1))
    const rest = await readUntil(`/v2/agent/docs/job/${id}/events`, /event: run-finished/, {
      'last-event-id': '2',
    })
    expect(rest).toBe(all.slice(all.indexOf('id: 3\n')))
  })
})

describe('an Idempotency-Key', () => {
  it('answers the first reply again and uses up no limit', async () => {
    const first = await create('Once', { 'idempotency-key': 'one' })
    const second = await create('Once', { 'idempotency-key': 'one' })
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(first.headers.get('ratelimit')).not.toBeNull()
    expect(second.headers.get('ratelimit')).toBeNull()
  })

  it('is refused with another body', async () => {
    await create('This', { 'idempotency-key': 'two' })
    const other = await create('That', { 'idempotency-key': 'two' })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
  })

  it('makes one job of many requests at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => create('Race', { 'idempotency-key': 'three' })),
    )
    const made = replies.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    for (const { status, body } of replies) if (status !== 201) expect(body.code).toBe('idempotency_in_use')
  })
})

describe('the deprecated agent API', () => {
  const createV1 = (body: object, headers: Record<string, string> = {}) =>
    server.call('POST', '/v1/agent/docs/job', { body, headers })

  it('streams the run as an AI SDK 4 data stream and names session and branch', async () => {
    const reply = await createV1({ messages: [{ content: 'Do it' }], branch: 'docs/v1', asDraft: 'true' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(reply.headers.get('x-branch-name')).toBe('docs/v1')
    expect(reply.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(reply.headers.get('link')).toBe('</v2/agent/docs/job>; rel="successor-version"')
    expect(reply.headers.get('sunset')).toBeNull()
    expect(reply.text).toContain('0:"Done."')
    expect(reply.text.trimEnd().split('\n').at(-1)).toMatch(/^d:/)
    const id = reply.headers.get('x-session-id')
    const session = await server.call('GET', `/v1/agent/docs/job/${id}`)
    expect(session.body).toEqual({
      sessionId: id,
      subdomain: 'docs',
      branch: 'docs/v1',
      haulted: true,
      haultReason: 'completed',
      pullRequestLink: '',
      messageToUser: expect.any(String),
      todos: [],
      title: expect.any(String),
      createdAt: expect.any(String),
    })
    expect((await server.call('GET', `/v2/agent/docs/job/${id}`)).body).toMatchObject({
      id,
      status: 'completed',
    })
  })

  it('streams the UI message stream when asked for server-sent events', async () => {
    const reply = await createV1({ messages: [{ content: 'Do it' }] }, { accept: 'text/event-stream' })
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reply.text).toMatch(/data: \[DONE\]\n\n$/)
  })

  it('replays a create as the stream from its beginning', async () => {
    const body = { messages: [{ content: 'Once more' }] }
    const first = await createV1(body, { 'idempotency-key': 'v1' })
    const second = await createV1(body, { 'idempotency-key': 'v1' })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('x-session-id')).toBe(first.headers.get('x-session-id'))
    expect(second.text).toBe(first.text)
  })

  it('lists sessions', async () => {
    const list = await server.call('GET', '/v1/agent/docs/jobs?skip=1&take=2')
    expect(list.body.allSessions).toHaveLength(2)
    expect(list.headers.get('link')).toContain('/v2/agent/docs/jobs')
  })
})
