import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { DefaultChatTransport, type UIMessageChunk } from 'ai'
import express from 'express'
import { fromNodeHandler, H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHandler } from '../src/create-handler.ts'
import { createNodeListener } from '../src/create-node-listener.ts'
import { type AnsweringDocent, answeringDocent } from './answering-docent.ts'

/** How each framework is given the operations below /docs-api, as an author of an app would write it. */
const FRAMEWORKS: Readonly<Record<string, (docent: AnsweringDocent['docent']) => RequestListener>> = {
  'h3, by web requests': (docent) => {
    const handle = createHandler(docent, { basePath: '/docs-api' })
    return toNodeHandler(new H3().all('/docs-api/**', ({ req }) => handle(req)))
  },
  "h3, by Node's requests": (docent) => {
    const listener = createNodeListener(docent, { basePath: '/docs-api' })
    return toNodeHandler(new H3().all('/docs-api/**', fromNodeHandler(listener as never)))
  },
  Hono: (docent) => {
    const handle = createHandler(docent, { basePath: '/docs-api' })
    const app = new Hono().all('/docs-api/*', (context) => handle(context.req.raw))
    return asNext((request) => app.fetch(request))
  },
  Express: (docent) => express().use('/docs-api', createNodeListener(docent)),
  'a Next route': (docent) => {
    // What `app/docs-api/[...path]/route.ts` exports.
    const POST = createHandler(docent, { basePath: '/docs-api' })
    return asNext(POST)
  },
  'Node alone': (docent) => createNodeListener(docent, { basePath: '/docs-api/' }),
}

/** Calls a function of web requests as Next does: a standard `Request`, whose signal aborts when the client is gone. */
function asNext(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  return async (req, res) => {
    const leaving = new AbortController()
    res.once('close', () => {
      if (!res.writableFinished) leaving.abort()
    })
    const hasBody = req.method !== 'GET' && req.method !== 'HEAD'
    const request = new Request(`http://${req.headers.host}${req.url}`, {
      method: req.method ?? 'GET',
      headers: req.headers as Record<string, string>,
      body: hasBody ? (Readable.toWeb(req) as ReadableStream) : null,
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit)
    const response = await handle(request)
    res.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body === null) res.end()
    else
      Readable.fromWeb(response.body as never)
        .on('error', () => res.destroy())
        .pipe(res)
  }
}

test('a body that a middleware has read already is an error, and no request that waits for ever', async () => {
  await using docs = await answeringDocent()
  const listener = createNodeListener(docs.docent)
  const server = createServer(express().use(express.json(), listener)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { status } = await fetch(`http://127.0.0.1:${port}/discovery/v2/assistant/docs/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${docs.key}`, 'content-type': 'application/json' },
    body: '{}',
  })
  server.closeAllConnections()
  server.close()
  expect(status).toBe(500)
})

describe.each(Object.entries(FRAMEWORKS))('mounted in %s', (_name, mount) => {
  let docs: AnsweringDocent
  let url: string
  const server = createServer()

  beforeAll(async () => {
    docs = await answeringDocent()
    server.on('request', mount(docs.docent)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs-api`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await docs[Symbol.asyncDispose]()
  })

  const ask = (abortSignal?: AbortSignal, key = docs.key) =>
    new DefaultChatTransport({
      api: `${url}/discovery/v2/assistant/docs/message`,
      headers: { authorization: `Bearer ${key}` },
      body: { fp: 'me' },
    }).sendMessages({
      trigger: 'submit-message',
      chatId: 'chat',
      messageId: undefined,
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I start the server?' }] }],
      abortSignal,
    })

  test('an answer is streamed, piece by piece', async () => {
    docs.says({ text: ['With ', '`docent ', 'serve`.'], delayMs: 30 })
    const arrived: number[] = []
    let text = ''
    for await (const chunk of (await ask()) as AsyncIterable<UIMessageChunk>) {
      if (chunk.type !== 'text-delta') continue
      arrived.push(performance.now())
      text += chunk.delta
    }
    expect(text).toBe('With `docent serve`.')
    // The pieces come 30 ms apart: one that waits for the whole answer would come with all others.
    expect((arrived.at(-1) ?? 0) - (arrived[0] ?? 0)).toBeGreaterThan(20)
  })

  test('a refusal is a problem with its status, and no stream', async () => {
    await expect(ask(undefined, 'svc_dsc_wrong')).rejects.toThrow(/"code":"unauthorized"/)
    const { status, headers } = await fetch(`${url}/discovery/v1/nothing`)
    expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })

  test('an answer that fails ends with an error that its client understands', async () => {
    docs.says({ text: ['With '], error: new Error('the provider is away'), errorAfterDeltas: 1 })
    const types: string[] = []
    for await (const { type } of (await ask()) as AsyncIterable<UIMessageChunk>) types.push(type)
    expect(types).toContain('error')
  })

  test('a client that leaves ends its answer, and the call of the model', async () => {
    docs.says({ text: ['With `docent serve`.\n\n', 'More'], hang: true, errorAfterDeltas: 1 })
    const { stopped } = docs.model
    const leaving = new AbortController()
    const chunks = (await ask(leaving.signal)) as AsyncIterable<UIMessageChunk>
    await expect(async () => {
      for await (const { type } of chunks) if (type === 'text-delta') leaving.abort()
    }).rejects.toThrow('aborted')
    await vi.waitFor(() => expect(docs.model.stopped).toBe(stopped + 1))
  })
})
