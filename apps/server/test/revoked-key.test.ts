import { revokeKey } from '@docent/core'
import { Clock, type KeyRecord, KeyStore, organizationId, projectId } from '@docent/core/plugin'
import { ManualClock, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { KeyWatch } from '../../../packages/http/src/sessions/key-watch.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
afterEach(() => server?.[Symbol.asyncDispose]())

const keyPorts = () => {
  const { docent } = server.running
  return { keys: docent.resolve(KeyStore), clock: docent.resolve(Clock) }
}

const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' } as const
const messages = [{ role: 'user', content: 'Change it.' }]
const question = { fp: 'x', messages: [{ role: 'user', parts: [{ type: 'text', text: 'How?' }] }] }

/** A server whose model begins to answer and then says nothing more. */
async function start(clock?: ManualClock) {
  const model = scriptedModel(() => ({ text: ['Well', ' then'], errorAfterDeltas: 1, hang: true }))
  server = await startTestServer({
    models: scriptedProvider('test', { model }, roles),
    ...(clock ? { clock } : {}),
  })
}

/** Opens every kind of stream, and answers what each said, when all have ended. */
async function openStreams(admin: string, assistant: string) {
  const open = async (key: string, method: string, path: string, body?: unknown) => {
    const reply = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(reply.status).toBe(200)
    return reply
  }
  const created = await server.call('POST', '/v2/agent/docs/job', {
    key: admin,
    body: { prompt: 'Change it.' },
  })
  expect(created.status, created.text).toBe(201)
  const replies = {
    'events of a job': await open(admin, 'GET', `/v2/agent/docs/job/${created.body.id}/events`),
    'a job of v1': await open(admin, 'POST', '/v1/agent/docs/job', { messages, branch: 'docs/one' }),
    'an answer of v2': await open(assistant, 'POST', '/discovery/v2/assistant/docs/message', question),
    'an answer of v1': await open(assistant, 'POST', '/discovery/v1/assistant/docs/message', {
      ...question,
      messages: [{ role: 'user', content: 'How?', parts: [{ type: 'text', text: 'How?' }] }],
    }),
  }
  return () => Promise.all(Object.values(replies).map((reply) => reply.text()))
}

test('every stream of a key ends soon after its revocation, and those of other keys go on', {
  timeout: 120_000,
}, async () => {
  await start()
  const admin = await server.issueKey({})
  const assistant = await server.issueKey({
    kind: 'assistant',
    projectIds: [projectId('docs')],
  })
  const others = await openStreams(server.adminKey, server.assistantKey)
  const ended = await openStreams(admin.key, assistant.key)
  for (const { record } of [admin, assistant])
    await revokeKey(keyPorts(), organizationId('default'), record.id)
  expect(await ended()).toHaveLength(4)
  expect(server.running.services.streams.size).toBe(4)
  void others().catch(() => undefined)
})

test('streams end when their key expires', { timeout: 120_000 }, async () => {
  const clock = new ManualClock()
  await start(clock)
  const expiresAt = clock.now() + 3_600_000
  const admin = await server.issueKey({ expiresAt })
  const assistant = await server.issueKey({
    kind: 'assistant',
    projectIds: [projectId('docs')],
    expiresAt,
  })
  const ended = await openStreams(admin.key, assistant.key)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(server.running.services.streams.size).toBe(4)
  clock.advance(3_600_001)
  expect(await ended()).toHaveLength(4)
})

test('a key is looked at often enough for its streams to end within 5 seconds', async () => {
  vi.useFakeTimers()
  try {
    const record = { id: 'k', hash: 'h', revokedAt: null, expiresAt: null } as unknown as KeyRecord
    let now: KeyRecord = record
    const store = { findByHash: async () => now } as unknown as KeyStore
    const silent = { debug() {}, info() {}, warn() {}, error() {} }
    const controller = new AbortController()
    using _watch = new KeyWatch(store, { now: () => 0 }, silent).watch(record, controller)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(controller.signal.aborted).toBe(false)
    now = { ...record, revokedAt: 1 }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(controller.signal.reason).toMatchObject({ code: 'unauthorized' })
  } finally {
    vi.useRealTimers()
  }
})

test('the store is asked once for all streams of a key', async () => {
  await start()
  const store = server.running.docent.resolve(KeyStore)
  const { record } = await server.issueKey({})
  const find = vi.fn(store.findByHash.bind(store))
  const silent = { debug() {}, info() {}, warn: vi.fn(), error() {} }
  const keys = new KeyWatch({ findByHash: find } as unknown as KeyStore, { now: () => Date.now() }, silent)
  const controllers = Array.from({ length: 100 }, () => new AbortController())
  const watches = controllers.map((controller) => keys.watch(record, controller))
  await keys.check()
  expect(find).toHaveBeenCalledTimes(1)
  find.mockRejectedValueOnce(new Error('The disk is busy.'))
  await keys.check()
  // A store that fails says nothing about the key.
  expect(controllers.some(({ signal }) => signal.aborted)).toBe(false)
  expect(silent.warn).toHaveBeenCalledTimes(1)
  await revokeKey(keyPorts(), organizationId('default'), record.id)
  await keys.check()
  expect(controllers.every(({ signal }) => signal.aborted)).toBe(true)
  for (const watch of watches) watch[Symbol.dispose]()
  await keys.check()
  expect(find).toHaveBeenCalledTimes(3)
})
