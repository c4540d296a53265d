import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ApiError, ConnectionError, createClient, Transport } from '../src/index.ts'
import { sendJson, serveReplies } from './serve-replies.ts'

const job = { id: 'job_1', status: 'active', prLink: null }
const problem = (status: number, code: string, more = {}) => ({
  status,
  code,
  detail: `It is ${code}.`,
  ...more,
})

test('a request that fails in passing is sent again with the same idempotency key', async () => {
  await using server = await serveReplies(
    (res) => res.destroy(),
    sendJson(503, problem(503, 'unavailable')),
    sendJson(201, job),
  )
  const client = createClient({ baseUrl: server.url, key: 'svc_x' })
  expect(await client.agent.create('docs', 'Fix it.')).toEqual(job)
  const keys = server.received.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(server.received[2]).toMatchObject({
    method: 'POST',
    path: '/v2/agent/docs/job',
    body: { prompt: 'Fix it.' },
    headers: { authorization: 'Bearer svc_x', 'content-type': 'application/json' },
  })
})

test('each call has an idempotency key of its own, or the one that it is given', async () => {
  await using server = await serveReplies(sendJson(201, job))
  const { agent } = createClient({ baseUrl: `${server.url}/` })
  await agent.create('docs', 'a')
  await agent.create('docs', 'a')
  await agent.message('docs', 'job_1', 'b', { idempotencyKey: 'mine' })
  const [first, second, third] = server.received.map(({ headers }) => headers['idempotency-key'])
  expect(first).not.toBe(second)
  expect(third).toBe('mine')
})

test('a refusal is not repeated, and carries what the server said', async () => {
  await using server = await serveReplies(
    sendJson(
      400,
      problem(400, 'invalid_request', {
        requestId: 'r1',
        issues: [{ path: 'prompt', message: 'is required' }],
      }),
    ),
  )
  const failure = await createClient({ baseUrl: server.url })
    .agent.create('docs', '')
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({
    message: 'It is invalid_request.',
    status: 400,
    code: 'invalid_request',
    requestId: 'r1',
    issues: [{ path: 'prompt', message: 'is required' }],
  })
  expect(server.received).toHaveLength(1)
})

test('the reply of a proxy that is no JSON becomes an error with its status', async () => {
  await using server = await serveReplies((res) => res.writeHead(403).end('<h1>Forbidden</h1>'))
  await expect(createClient({ baseUrl: server.url }).agent.get('docs', 'job_1')).rejects.toMatchObject({
    status: 403,
    code: 'unknown',
  })
})

test('a short pause that the server asks for is kept, a long one is the caller’s to decide', async () => {
  await using server = await serveReplies(
    sendJson(429, problem(429, 'rate_limited'), { 'retry-after': '1' }),
    sendJson(200, job),
    sendJson(429, problem(429, 'rate_limited'), { 'retry-after': '3600' }),
  )
  const { agent } = createClient({ baseUrl: server.url })
  const began = performance.now()
  await agent.get('docs', 'job_1')
  expect(performance.now() - began).toBeGreaterThan(950)
  await expect(agent.get('docs', 'job_1')).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 })
  expect(server.received).toHaveLength(3)
})

test('retries end, and a server that nobody can reach is named', async () => {
  await using server = await serveReplies((res) => res.destroy())
  const { agent } = createClient({ baseUrl: server.url, maxRetries: 1 })
  const failure = await agent.get('docs', 'job_1').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConnectionError)
  expect((failure as Error).message).toBe(`The server at ${server.url} could not be reached.`)
  expect(server.received).toHaveLength(2)
})

test('a server that does not reply, or stops in the middle of its reply, meets the time limit', async () => {
  await using server = await serveReplies(
    () => undefined,
    (res) => res.writeHead(200, { 'content-type': 'application/json' }).write('{"id":'),
  )
  const { agent } = createClient({ baseUrl: server.url, maxRetries: 0, timeoutMs: 100 })
  await expect(agent.get('docs', 'a')).rejects.toThrow('did not reply within 100 ms')
  await expect(agent.get('docs', 'a')).rejects.toThrow('did not reply within 100 ms')
})

test('an operation without a method of its own is called by the transport, with a time limit of its own', async () => {
  await using server = await serveReplies(sendJson(200, { id: 'docs' }), () => undefined)
  const transport = new Transport({ baseUrl: server.url, key: 'svc_x', maxRetries: 0 })
  const change = { method: 'PATCH', path: '/api/projects/docs', body: { name: 'Docs' } } as const
  expect(await transport.json<{ id: string }>(change)).toEqual({ id: 'docs' })
  expect(server.received[0]).toMatchObject({ ...change, headers: { authorization: 'Bearer svc_x' } })
  await expect(transport.json({ ...change, timeoutMs: 100 })).rejects.toThrow('did not reply within 100 ms')
})

test('abort ends a request and the pause before its retry at once, with the reason of the signal', async () => {
  await using server = await serveReplies(
    () => undefined,
    sendJson(503, problem(503, 'x'), { 'retry-after': '20' }),
  )
  const { agent } = createClient({ baseUrl: server.url })
  for (let round = 0; round < 2; round++) {
    const abort = new AbortController()
    const asked = agent.get('docs', 'a', { signal: abort.signal })
    await delay(50)
    abort.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  }
})

test('an address that is no address is refused when the client is made', () => {
  expect(() => createClient({ baseUrl: 'docs.acme.com' })).toThrow(
    '"docs.acme.com" is not an http or https address',
  )
  expect(() => createClient()).toThrow('baseUrl is required')
})

test('identifiers are encoded in paths', async () => {
  await using server = await serveReplies(sendJson(200, { jobs: [], nextCursor: null }))
  const { agent } = createClient({ baseUrl: server.url })
  await agent.get('a/b', '../x')
  await agent.list('docs', { status: 'failed', archived: false, limit: 5 })
  await agent.list('docs')
  expect(server.received.map(({ path }) => path)).toEqual([
    '/v2/agent/a%2Fb/job/..%2Fx',
    '/v2/agent/docs/jobs?status=failed&archived=false&limit=5',
    '/v2/agent/docs/jobs',
  ])
})

test('claims are waited for while they are checked, and no longer', async () => {
  const own = { threadId: 'thread_1', messageId: 'm1', threadKey: 'k' }
  const checked = { threshold: 0.5, claims: [{ start: 0, end: 9, supported: 0.2 }] }
  await using server = await serveReplies(
    sendJson(200, { status: 'checking' }),
    sendJson(200, { status: 'checked', ...checked }),
    sendJson(200, { status: 'unchecked' }),
  )
  const { assistant } = createClient({ baseUrl: server.url, key: 'svc_dsc_x' })
  expect(await assistant.claims('docs', own)).toEqual(checked)
  expect(await assistant.claims('docs', own)).toBeUndefined()
  expect(server.received).toHaveLength(3)
  expect(server.received[0]).toMatchObject({
    path: '/discovery/v2/assistant/docs/claims',
    body: { fp: 'anonymous', ...own, waitMs: 10_000 },
  })
})

test('claims are not asked for again after the caller left', async () => {
  await using server = await serveReplies(sendJson(200, { status: 'checking' }))
  const leaving = new AbortController()
  const { assistant } = createClient({ baseUrl: server.url })
  const waiting = assistant.claims('docs', { threadId: 'thread_1', signal: leaving.signal })
  await delay(50)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  const asked = server.received.length
  await delay(700)
  expect(server.received.length).toBe(asked)
})
