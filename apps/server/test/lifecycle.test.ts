import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimiter } from '@docent/core/plugin'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
  server = undefined
})

const question = { fp: 'anonymous', messages: [{ role: 'user', parts: [{ type: 'text', text: 'How?' }] }] }

/** A server whose model says one word and then nothing more. */
async function withSilentModel() {
  const model = scriptedModel(() => ({ text: ['Well', ' then'], errorAfterDeltas: 1, hang: true }))
  const models = scriptedProvider('test', { model }, { assistant: 'model', agent: 'model', sonnet: 'model' })
  server = await startTestServer({ models, config: { http: { port: 0, drainMs: 300 } } })
  return { server, model }
}

function open(running: TestServer, path: string, init: RequestInit = {}) {
  const key = path.startsWith('/discovery') ? running.assistantKey : running.adminKey
  return fetch(running.url + path, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
}

async function textUntil(reply: Response, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString()
    if (pattern.test(text)) return text
  }
  return text
}

describe('a client that leaves', () => {
  it('aborts the model at once', async () => {
    const { server: running, model } = await withSilentModel()
    const leave = new AbortController()
    const reply = await open(running, '/discovery/v2/assistant/docs/message', {
      method: 'POST',
      body: JSON.stringify(question),
      signal: leave.signal,
    })
    const reader = reply.body?.getReader()
    while (
      !Buffer.from((await reader?.read())?.value ?? [])
        .toString()
        .includes('Well')
    );
    const left = performance.now()
    leave.abort()
    await vi.waitFor(() => expect(model.stopped).toBeGreaterThan(0), { interval: 1 })
    // Nothing else stops a silent model so soon: its own limit is a minute.
    expect(performance.now() - left).toBeLessThan(30_000)
    await vi.waitFor(() => expect(running.running.services.streams.size).toBe(0), { interval: 1 })
  })
})

describe('a job under way', () => {
  it('is cancelled: the running step is aborted and the job has failed', async () => {
    const { server: running, model } = await withSilentModel()
    const { body } = await running.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Go' } })
    await vi.waitFor(() => expect(model.calls.length).toBe(1), { interval: 1 })
    const cancelled = await running.call('POST', `/v2/agent/docs/job/${body.id}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { id: body.id, status: 'failed', prLink: null } })
    await vi.waitFor(() => expect(model.stopped).toBeGreaterThan(0), { interval: 1 })
    const session = await running.call('GET', `/v1/agent/docs/job/${body.id}`)
    expect(session.body).toMatchObject({
      haulted: true,
      haultReason: 'error',
      messageToUser: expect.stringMatching(/cancelled/),
    })
  })

  it('cannot be archived, and lives on when the client of its stream leaves', async () => {
    const { server: running, model } = await withSilentModel()
    const leave = new AbortController()
    const reply = await open(running, '/v1/agent/docs/job', {
      method: 'POST',
      body: JSON.stringify({ messages: [{ content: 'Go' }] }),
      signal: leave.signal,
    })
    const id = reply.headers.get('x-session-id')
    await vi.waitFor(() => expect(model.calls.length).toBe(1), { interval: 1 })
    leave.abort()
    await vi.waitFor(() => expect(running.running.services.streams.size).toBe(0), { interval: 1 })
    expect((await running.call('GET', `/v2/agent/docs/job/${id}`)).body).toMatchObject({ status: 'active' })
    expect(model.stopped).toBe(0)
    const archive = await running.call('POST', `/v2/agent/docs/job/${id}/archive`)
    expect(archive).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})

describe('a limiter whose store is gone', () => {
  it('leaves the server serving, within local limits, and says so', async () => {
    const limiter: RateLimiter = { take: () => Promise.reject(new Error('the store is gone')) }
    const lines: string[] = []
    server = await startTestServer({
      limiter,
      config: { http: { port: 0 }, limits: { projectPerHour: 1 } },
      onLog: (line) => lines.push(line),
    })
    const create = () => server?.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Go' } })
    expect((await create())?.status).toBe(201)
    expect(await create()).toMatchObject({ status: 429, body: { limit: 'project' } })
    const ready = await server.call('GET', '/health/ready', { key: null })
    expect(ready).toMatchObject({
      status: 200,
      body: { status: 'degraded', parts: { limits: { ok: false } } },
    })
    expect(lines.some((line) => line.includes('limits are local to this process'))).toBe(true)
  })
})

describe('the log', () => {
  it('never holds a key, a body or the token of a local pull request', async () => {
    const lines: string[] = []
    server = await startTestServer({ onLog: (line) => lines.push(line) })
    const token = 'f'.repeat(32)
    await server.call('GET', '/v2/agent/docs/jobs')
    await server.call('GET', `/pulls/${token}`)
    await server.call('POST', `/pulls/${token}`, { body: {} })
    await server.call('GET', `/pulls/${token}/files`)
    await server.call('GET', `/PULLS//${token}`)
    await server.call('POST', '/discovery/v1/search/docs', { body: { query: 'a private question' } })
    await server.running.stop()
    const log = lines.join('')
    expect(log).toContain('/v2/agent/docs/jobs')
    expect(log).toContain('/pulls/{token}')
    for (const secret of [
      server.adminKey.slice(4),
      server.assistantKey.slice(8),
      token,
      'a private question',
    ])
      expect(log).not.toContain(secret)
  })
})

describe('a server that stops', () => {
  it('ends streams that can be resumed elsewhere at once, and takes no more requests', async () => {
    server = await startTestServer({ config: { http: { port: 0, drainMs: 90_000 } } })
    const { body } = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Go' } })
    const events = await open(server, `/v2/agent/docs/job/${body.id}/events`)
    const text = textUntil(events, /never/)
    await sleep(0)
    const began = performance.now()
    await server.running.stop()
    expect(performance.now() - began).toBeLessThan(60_000)
    expect(await text).toContain('event: message')
    await expect(open(server, '/health/live')).rejects.toThrow()
  })

  it('cuts off an answer that does not end within the deadline, with the end that its protocol has', async () => {
    const { server: running } = await withSilentModel()
    const reply = await open(running, '/discovery/v2/assistant/docs/message', {
      method: 'POST',
      body: JSON.stringify(question),
    })
    const text = textUntil(reply, /never/).catch((error: unknown) => String(error))
    await vi.waitFor(() => expect(running.running.services.streams.size).toBe(1), { interval: 1 })
    const began = performance.now()
    await running.running.stop()
    expect(performance.now() - began).toBeGreaterThan(250)
    expect(performance.now() - began).toBeLessThan(60_000)
    expect(await text).toMatch(/data: \[DONE\]|terminated/)
  })
})

describe('starting', () => {
  it('says which port is in use', async () => {
    server = await startTestServer()
    const port = Number(new URL(server.url).port)
    await expect(startTestServer({ config: { http: { port } } })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use`),
    })
  })
})
