import { setTimeout as sleep } from 'node:timers/promises'
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
  const models = scriptedProvider('test', { model }, { assistant: 'model', agent: 'model' })
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
    expect(performance.now() - left).toBeLessThan(100)
    await vi.waitFor(() => expect(running.running.services.streams.size).toBe(0), { interval: 1 })
  })
})

describe('a server that stops', () => {
  it('ends streams that can be resumed elsewhere at once, and takes no more requests', async () => {
    server = await startTestServer({ config: { http: { port: 0, drainMs: 5_000 } } })
    const { body } = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Go' } })
    const events = await open(server, `/v2/agent/docs/job/${body.id}/events`)
    const text = textUntil(events, /never/)
    await sleep(0)
    const began = performance.now()
    await server.running.stop()
    expect(performance.now() - began).toBeLessThan(2_000)
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
    expect(performance.now() - began).toBeLessThan(3_000)
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
