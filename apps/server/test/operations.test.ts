import { ProjectNotes, projectId, Retriever } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    config: {
      http: { port: 0, drainMs: 2_000, sunset: '2027-01-31' },
      limits: { projectPerHour: 2, organizationPerHour: 2 },
    },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('limits', () => {
  it('answer 429 with what was reached and when it ends', async () => {
    const create = () => server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Go' } })
    const first = await create()
    expect(first.headers.get('ratelimit-policy')).toBe('"project";q=2;w=3600')
    expect(first.headers.get('ratelimit')).toMatch(/^"project";r=1;t=\d+$/)
    await create()
    const refused = await create()
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', limit: 'project', resetAt: expect.stringMatching(/:00:00\.000Z$/) },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit')).toMatch(/^"project";r=0;/)
    expect((await server.call('GET', '/v2/agent/docs/jobs')).body.jobs).toHaveLength(2)
  })

  it('are not used up by requests that are refused before', async () => {
    const search = (body: object) => server.call('POST', '/discovery/v1/search/docs', { body })
    for (let i = 0; i < 5; i++) expect((await search({})).status).toBe(400)
    expect((await search({ query: 'x' })).headers.get('ratelimit')).toMatch(/r=1;/)
  })
})

describe('the server', () => {
  it('says that it lives and whether it is ready', async () => {
    expect(await server.call('GET', '/health/live', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    const ready = await server.call('GET', '/health/ready', { key: null })
    expect(ready).toMatchObject({ status: 200, body: { status: 'ok', parts: { limits: { ok: true } } } })
  })

  it('says why it is not ready to admin keys alone', async () => {
    const health = {
      ok: true,
      parts: { 'store-sqlite': { ok: false, message: 'The file /srv/a.db is gone.' } },
    }
    const spy = vi.spyOn(server.running.services.docent, 'health').mockResolvedValue(health)
    const said = async (key: string | null) => (await server.call('GET', '/health/ready', { key })).body.parts
    for (const key of [null, server.assistantKey, 'svc_unknown'])
      expect(await said(key)).toEqual({
        'store-sqlite': { ok: false },
        searchIndex: { ok: true },
        limits: { ok: true },
        rerank: { ok: true },
        models: { ok: true },
        gitHosts: { ok: true },
      })
    expect(await said(server.adminKey)).toMatchObject(health.parts)
    spy.mockRestore()
  })

  it('is not ready while it has none of the indexes that were built, and degraded while it lacks one', async () => {
    const { docent } = server.running
    const retriever = docent.resolve(Retriever)
    const notes = docent.resolve(ProjectNotes)
    const ids = ['docs', 'other'].map((id) => projectId(id))
    const held = vi.spyOn(retriever as Required<Retriever>, 'holds')
    for (const id of ids) await notes.write(id, 'index-published', true)
    const ready = async () => {
      const { status, body } = await server.call('GET', '/health/ready')
      return [status, body.status, body.parts.searchIndex.ok]
    }
    held.mockResolvedValue(false)
    expect(await ready()).toEqual([503, 'unavailable', false])
    held.mockImplementation(async (id) => id === 'docs')
    expect(await ready()).toEqual([200, 'degraded', false])
    held.mockResolvedValue(true)
    expect(await ready()).toEqual([200, 'ok', true])
    held.mockRestore()
    for (const id of ids) await notes.write(id, 'index-published', null)
  })

  it('echoes a request id that is acceptable, and makes one otherwise', async () => {
    const given = await server.call('GET', '/health/live', { headers: { 'x-request-id': 'abc-1' } })
    expect(given.headers.get('x-request-id')).toBe('abc-1')
    const made = await server.call('GET', '/health/live', { headers: { 'x-request-id': 'a b' } })
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('warns once of a proxy that it was not told about, and ignores its header', async () => {
    const lines: string[] = []
    await using behind = await startTestServer({ onLog: (line) => lines.push(line) })
    for (let i = 0; i < 3; i++)
      await behind.call('GET', '/health/live', { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(lines.filter((line) => line.includes('http.trustedProxies'))).toHaveLength(1)
  })

  it('says when the deprecated operations end, if that was decided', async () => {
    const reply = await server.call('GET', '/v1/agent/docs/jobs')
    expect(reply.headers.get('sunset')).toBe('Sun, 31 Jan 2027 00:00:00 GMT')
  })

  it('answers HEAD as GET without the body', async () => {
    const reply = await fetch(`${server.url}/health/live`, { method: 'HEAD' })
    expect([reply.status, await reply.text()]).toEqual([200, ''])
  })

  it('publishes the operations of the contract as OpenAPI 3.1, made from the schemas that validate', async () => {
    const { body } = await server.call('GET', '/openapi.json', { key: null })
    expect(body.openapi).toBe('3.1.0')
    const listed = Object.entries<Record<string, unknown>>(body.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .sort()
    expect(listed).toEqual(expect.arrayContaining(CONTRACT))
    const create = body.paths['/v2/agent/{projectId}/job'].post
    expect(create.requestBody.content['application/json'].schema.properties.prompt).toMatchObject({
      type: 'string',
      maxLength: 100_000,
    })
    expect(create.responses).toHaveProperty('201')
    expect(body.paths['/v1/agent/{projectId}/job'].post.deprecated).toBe(true)
  })
})

const CONTRACT = [
  'POST /v2/agent/{projectId}/job',
  'POST /v2/agent/{projectId}/job/{id}/message',
  'GET /v2/agent/{projectId}/job/{id}',
  'GET /v2/agent/{projectId}/jobs',
  'POST /v2/agent/{projectId}/job/{id}/cancel',
  'POST /v2/agent/{projectId}/job/{id}/archive',
  'GET /v2/agent/{projectId}/job/{id}/events',
  'POST /v1/agent/{projectId}/job',
  'GET /v1/agent/{projectId}/job/{id}',
  'GET /v1/agent/{projectId}/jobs',
  'POST /discovery/v1/assistant/{domain}/message',
  'POST /discovery/v2/assistant/{domain}/message',
  'POST /discovery/v1/search/{domain}',
  'POST /discovery/v1/page/{domain}',
  'GET /health/live',
  'GET /health/ready',
  'GET /openapi.json',
  'GET /pulls/{token}',
]
