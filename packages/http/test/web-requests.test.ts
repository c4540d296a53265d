import type { RouteTable } from '@docent/core/plugin'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { definePublicOperation } from '../src/calls/operation.ts'
import { createHandler } from '../src/create-handler.ts'
import { KEYED_ROUTES } from '../src/operations/keyed-routes.ts'
import { stream } from '../src/replies/reply.ts'
import { type AnsweringDocent, answeringDocent } from './answering-docent.ts'

let docs: AnsweringDocent
beforeAll(async () => {
  docs = await answeringDocent()
})
afterAll(() => docs[Symbol.asyncDispose]())

const reply = { status: 200, description: '' }
const about = { summary: '', tag: 'Test', reply }

/** Operations of a program of its own, beside ours. */
function routes(handle: Parameters<typeof definePublicOperation>[0]['handle']): RouteTable {
  const own = definePublicOperation({ id: 'own', ...about, takesBytes: true, handle })
  return [...KEYED_ROUTES, ['POST', '/own', own], ['GET', '/own', own]]
}

const handler = (
  handle: Parameters<typeof definePublicOperation>[0]['handle'],
  options: Parameters<typeof createHandler>[1] = {},
) => createHandler(docs.docent, { routes: routes(handle), ...options })

test('a body, a query, and an address reach the operation; cookies and headers reach the client', async () => {
  const handle = handler(
    async (call) => {
      call.addCookie('one=1; Path=/')
      call.addCookie('two=2; Path=/')
      const { ip, bytes, headers } = call
      return { kind: 'json', status: 201, body: { ip, host: headers.host, text: String(Buffer.from(bytes)) } }
    },
    { clientAddress: () => '203.0.113.7' },
  )
  const response = await handle(new Request('https://app.test/own?a=1', { method: 'POST', body: 'hello' }))
  expect(response.status).toBe(201)
  expect(response.headers.getSetCookie()).toEqual(['one=1; Path=/', 'two=2; Path=/'])
  expect(await response.json()).toEqual({ ip: '203.0.113.7', host: 'app.test', text: 'hello' })
})

test('a client that breaks off an upload that nobody reads disturbs nobody', async () => {
  const handle = handler(async () => ({ kind: 'empty', status: 204 }))
  const broken = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('abc')),
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        controller.error(new Error('aborted'))
      },
    })
  const post = (path: string, headers: Record<string, string> = {}) =>
    handle(new Request(`http://app.test${path}`, { method: 'POST', body: broken(), duplex: 'half', headers }))
  const replies = await Promise.all([post('/nowhere'), post('/own', { 'content-length': '99999999' })])
  expect(replies.map(({ status }) => status)).toEqual([404, 413])
  await new Promise((resolve) => setTimeout(resolve, 60))
  // What nobody listened to would have ended the process by now.
  expect((await handle(new Request('http://app.test/own'))).status).toBe(204)
})

test('a body that is too large is refused, and an address outside of the base leads nowhere', async () => {
  const handle = handler(async () => ({ kind: 'empty', status: 204 }), {
    basePath: '/docs-api',
    settings: { maxBodyBytes: 10 },
  })
  const post = (path: string, body: string) =>
    handle(new Request(`http://app.test${path}`, { method: 'POST', body }))
  const statuses = async (...calls: Promise<Response>[]) =>
    (await Promise.all(calls)).map(({ status }) => status)
  expect(
    await statuses(
      post('/docs-api/own', 'short'),
      post('/docs-api/own', 'longer than ten'),
      post('/own', 'short'),
      post('/docs-apis/own', 'short'),
    ),
  ).toEqual([204, 413, 404, 404])
})

test('HEAD has the headers of GET and no body, also of a stream', async () => {
  const handle = handler(async ({ path }) =>
    path === '/own'
      ? stream(
          { 'Content-Type': 'text/plain' },
          { write: async (out) => void (await out('x')), keepAlive: '', resumable: true },
        )
      : { kind: 'empty', status: 204 },
  )
  const head = await handle(new Request('http://app.test/own', { method: 'HEAD' }))
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'text/plain', ''])
  const live = await handle(new Request('http://app.test/health/live', { method: 'HEAD' }))
  expect([live.status, live.headers.get('content-length'), await live.text()]).toEqual([200, '15', ''])
})

test('a producer waits for a reader that is behind, and a reader that takes nothing is cut off', async () => {
  const pushed = vi.fn()
  const endless = async (out: (text: string) => Promise<void> | undefined) => {
    for (;;) {
      await out('x'.repeat(64 * 1024))
      pushed()
    }
  }
  const handle = handler(
    async () => stream({ 'Content-Type': 'text/plain' }, { write: endless, keepAlive: '', resumable: true }),
    { settings: { stalledReaderMs: 50 } },
  )
  const { body } = await handle(new Request('http://app.test/own'))
  const reader = body?.getReader()
  for (let n = 0; n < 10; n++) expect((await reader?.read())?.done).toBe(false)
  expect(pushed.mock.calls.length).toBeLessThan(20)
  await expect(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (;;) await reader?.read()
  }).rejects.toThrow('cut off')
})

test('a reader that cancels ends the producer', async () => {
  const ended = Promise.withResolvers<unknown>()
  const handle = handler(async ({ signal }) =>
    stream(
      { 'Content-Type': 'text/plain' },
      {
        async write(out) {
          await out('first')
          signal.addEventListener('abort', () => ended.resolve(signal.reason.code))
          await ended.promise
        },
        keepAlive: '',
        resumable: true,
      },
    ),
  )
  const { body } = await handle(new Request('http://app.test/own'))
  const reader = body?.getReader()
  expect(String(Buffer.from((await reader?.read())?.value ?? []))).toBe('first')
  await reader?.cancel()
  expect(await ended.promise).toBe('aborted')
})

test('a client that has left already is answered, and nothing fails', async () => {
  const handle = handler(async () => ({ kind: 'json', status: 200, body: {} }))
  const { status } = await handle(new Request('http://app.test/own', { signal: AbortSignal.abort() }))
  expect(status).toBe(499)
})
