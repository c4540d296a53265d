import { createMCPClient } from '@ai-sdk/mcp'
import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever } from '@docent/testing'
import * as second from '@modelcontextprotocol/client'
import { Client as ClientOf11 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportOf11 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Client as ClientOf03 } from '@modelcontextprotocol/sdk-2025-03/client/index.js'
import { StreamableHTTPClientTransport as TransportOf03 } from '@modelcontextprotocol/sdk-2025-03/client/streamableHttp.js'
import { Client as ClientOf06 } from '@modelcontextprotocol/sdk-2025-06/client/index.js'
import { StreamableHTTPClientTransport as TransportOf06 } from '@modelcontextprotocol/sdk-2025-06/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
/** Versions of the protocol that the requests of a test named, in a header or in the handshake. */
const spoken = new Set<string>()

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/start', title: 'Start', texts: ['Run npm start to start the server.'] }),
    indexedPage({ path: '/long', title: 'Long', texts: ['A line of text.\n'.repeat(5_000)] }),
  ])
  await writer.commit('one')
  server = await startTestServer({ retriever })
})
afterAll(() => server[Symbol.asyncDispose]())

interface AnyClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  listResources(): Promise<{ resources: { uri: string }[] }>
  readResource(request: { uri: string }): Promise<{ contents: unknown[] }>
  getInstructions(): string | undefined
  close(): Promise<void>
}

type Transport = new (url: URL, options: { fetch: typeof fetch; requestInit: RequestInit }) => unknown

function transport(Transport: Transport) {
  return new Transport(new URL(`${server.url}/mcp/docs`), {
    requestInit: { headers: { authorization: `Bearer ${server.assistantKey}` } },
    fetch: async (url, init) => {
      const version = new Headers(init?.headers).get('mcp-protocol-version')
      if (version !== null) spoken.add(version)
      return fetch(url, init)
    },
  })
}

async function connected(
  client: AnyClient & { connect(transport: never): Promise<void> },
  Transport: Transport,
): Promise<AnyClient> {
  // The types of these SDKs leave out `undefined` where their classes have it.
  await client.connect(transport(Transport) as never)
  return client
}

const info = { name: 'test', version: '1' }

function ofSecond(version: string) {
  const isModern = version >= '2026'
  const options = isModern
    ? { versionNegotiation: { mode: { pin: version } } }
    : { supportedProtocolVersions: [version] }
  return connected(
    new second.Client(info, options as second.ClientOptions) as never,
    second.StreamableHTTPClientTransport as Transport,
  )
}

const CLIENTS: [client: string, version: string, connect: () => Promise<AnyClient>][] = [
  ['SDK 1.12', '2025-03-26', () => connected(new ClientOf03(info) as never, TransportOf03 as Transport)],
  ['SDK 1.20', '2025-06-18', () => connected(new ClientOf06(info) as never, TransportOf06 as Transport)],
  ['SDK 1.32', '2025-11-25', () => connected(new ClientOf11(info) as never, TransportOf11 as Transport)],
  ['SDK 2', '2025-03-26', () => ofSecond('2025-03-26')],
  ['SDK 2', '2025-06-18', () => ofSecond('2025-06-18')],
  ['SDK 2', '2025-11-25', () => ofSecond('2025-11-25')],
  ['SDK 2', '2026-07-28', () => ofSecond('2026-07-28')],
]

describe.each(CLIENTS)('%s with protocol %s', (_, version, connect) => {
  it('finds the tools, searches, reads a part of a page and a resource, and learns what is not there', async () => {
    spoken.clear()
    // The first SDK says there that it can't use the schema of a result.
    const said = vi.spyOn(console, 'warn')
    const client = await connect()
    expect(client.getInstructions()).toContain('The documentation of docs')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('fetch')
    for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object' })

    const found = await client.callTool({ name: 'search', arguments: { query: 'start the server' } })
    expect(found).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('npm start') }],
      structuredContent: { results: [{ id: '/start', title: 'Start' }] },
    })
    const page = await client.callTool({ name: 'fetch', arguments: { id: '/long' } })
    expect(page).toMatchObject({
      structuredContent: { id: '/long', offset: 0, nextOffset: expect.any(Number) },
    })
    const missing = await client.callTool({ name: 'get_page', arguments: { path: '/nowhere' } })
    expect(missing).toMatchObject({ isError: true, content: [{ text: 'There is no page /nowhere.' }] })
    await expect(client.callTool({ name: 'delete_page', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
    })

    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['docent://docs/long', 'docent://docs/start'])
    const read = await client.readResource({ uri: 'docent://docs/start' })
    expect(read.contents).toMatchObject([{ mimeType: 'text/markdown' }])
    const nowhere = client.readResource({ uri: 'docent://docs/nowhere' })
    await expect(nowhere).rejects.toMatchObject({ code: -32_602 })
    await client.close()
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
    // Version 2025-03-26 has no header: that its client agreed is enough.
    if (version > '2025-03-26') expect([...spoken]).toEqual([version])
  })
})

describe('protocol 2026-07-28', () => {
  const VERSION = '2026-07-28'
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': info,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const send = async (
    method: string,
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) => {
    const reply = await fetch(`${server.url}/mcp/docs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.assistantKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
    })
    const body = (await reply.json()) as {
      result?: Record<string, unknown>
      error?: { code: number; data?: unknown }
    }
    return { status: reply.status, type: reply.headers.get('content-type'), ...body }
  }

  it('is discovered without a handshake', async () => {
    const { status, result } = await send('server/discover')
    expect(status).toBe(200)
    expect(result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [VERSION],
      capabilities: { tools: { listChanged: false }, resources: {} },
      ttlMs: 300_000,
      cacheScope: 'private',
      instructions: expect.stringContaining('The documentation of docs'),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'docent' } },
    })
  })

  it.each(['tools/list', 'resources/list', 'resources/templates/list'])(
    'says how long %s is fresh',
    async (method) => {
      const { type, result } = await send(method)
      expect(type).toBe('application/json')
      expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' })
    },
  )

  it('says the type of a result, and takes the arguments that models send', async () => {
    const { result } = await send('tools/call', {
      name: 'search',
      arguments: { query: 'start', limit: '1', tag: null },
    })
    expect(result).toMatchObject({
      resultType: 'complete',
      structuredContent: { results: [{ id: '/start' }] },
    })
  })

  it('answers with the errors that the protocol has', async () => {
    expect(await send('tools/nothing')).toMatchObject({ status: 404, error: { code: -32_601 } })
    expect(await send('subscriptions/listen', { filter: {} })).toMatchObject({
      status: 404,
      error: { code: -32_601 },
    })
    expect(await send('tools/list', {}, { 'mcp-method': 'tools/call' })).toMatchObject({
      status: 400,
      error: { code: -32_020 },
    })
    expect(await send('tools/call', { name: 'nothing', arguments: {} })).toMatchObject({
      error: { code: -32_602 },
    })
    const newer = { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: newer } }
    const headers = { 'mcp-protocol-version': '2031-01-01', 'mcp-method': 'tools/list' }
    const reply = await server.call('POST', '/mcp/docs', { key: server.assistantKey, body, headers })
    expect(reply.status).toBe(400)
    expect(reply.body.error).toMatchObject({ code: -32_022, data: { supported: [VERSION] } })
  })
})

it('a read is counted as one of its program, and feedback as one of an agent', async () => {
  const client = await ofSecond('2026-07-28')
  await client.callTool({ name: 'get_page', arguments: { path: '/start' } })
  const message = { path: '/start', feedback: 'The port is wrong.' }
  await client.callTool({ name: 'submit_feedback', arguments: message })
  await client.close()
  const reads = async (headers: Record<string, string>) =>
    server.call('POST', '/mcp/docs', {
      key: server.assistantKey,
      headers,
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_page', arguments: { path: '/start' } },
      },
    })
  await reads({ 'user-agent': 'claude-code/2.1.0' })
  // Nobody waits for the count.
  await expect
    .poll(async () => (await server.call('GET', '/v1/analytics/docs/views')).body)
    .toMatchObject({
      views: expect.arrayContaining([expect.objectContaining({ path: '/start', human: 0 })]),
      programs: expect.arrayContaining([{ program: 'Claude Code', views: 1 }]),
    })
  const { body } = await server.call('GET', '/v1/analytics/docs/feedback?source=agent')
  expect(body.feedback).toMatchObject([{ path: '/start', comment: 'The port is wrong.' }])
})

describe('the client of the AI SDK', () => {
  it('takes the tools, and the data that they return', async () => {
    const client = await createMCPClient({
      transport: {
        type: 'http',
        url: `${server.url}/mcp/docs`,
        headers: { authorization: `Bearer ${server.assistantKey}` },
      },
    })
    const tools = await client.tools()
    const found = await tools.search?.execute(
      { query: 'start' },
      { toolCallId: '1', messages: [], context: {} },
    )
    expect(found).toMatchObject({ structuredContent: { results: [{ id: '/start' }] } })
    await client.close()
  })
})
