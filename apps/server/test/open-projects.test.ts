import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever } from '@docent/testing'
import { describe, expect, it } from 'vitest'
import { startTestServer, type TestServerOptions } from './start-test-server.ts'

async function serverOf(options: TestServerOptions) {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/start', title: 'Start', texts: ['Run npm start.'] }),
    indexedPage({ path: '/staff', title: 'Staff start', texts: ['Staff start so.'], groups: ['staff'] }),
  ])
  await writer.commit('one')
  return startTestServer({ retriever, ...options })
}

const tool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

const OPERATIONS: [path: string, body: object][] = [
  ['/discovery/v1/search/docs', { query: 'start' }],
  ['/v1/search/docs', { query: 'start' }],
  ['/discovery/v1/page/docs', { path: '/start' }],
  ['/mcp/docs', tool('search', { query: 'start' })],
]

describe('without a key', () => {
  it('everyone searches and reads a project whose site is public, but not its limited pages', async () => {
    await using server = await serverOf({ site: 'public' })
    for (const [path, body] of OPERATIONS) {
      const { status, text } = await server.call('POST', path, { key: null, body })
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain('npm start')
      expect(text).not.toContain('Staff')
    }
    const staff = { path: '/staff', groups: ['staff'] }
    expect((await server.call('POST', '/discovery/v1/page/docs', { key: null, body: staff })).status).toBe(
      404,
    )
    const limited = await server.call('POST', '/mcp/docs?groups=staff', {
      key: null,
      body: tool('get_page', { path: '/staff' }),
    })
    expect(limited.body.result.isError).toBe(true)
  })

  it('nobody gets an answer, or anything of a project that is not open', async () => {
    await using server = await serverOf({ site: 'public' })
    const question = { messages: [{ role: 'user', parts: [{ type: 'text', text: 'How?' }] }] }
    const body = { ...question, fp: 'a' }
    expect(
      (await server.call('POST', '/discovery/v2/assistant/docs/message', { key: null, body })).status,
    ).toBe(401)
    for (const domain of ['other', 'nothing']) {
      const search = { key: null, body: { query: 'a' } }
      expect((await server.call('POST', `/discovery/v1/search/${domain}`, search)).status).toBe(401)
    }
    // A key that is wrong stays wrong.
    const wrong = { key: 'svc_dsc_wrong', body: { query: 'a' } }
    expect((await server.call('POST', '/discovery/v1/search/docs', wrong)).status).toBe(401)
  })

  it('a project says for itself whether it is open', async () => {
    const assistant = (isPublic: boolean) => ({ project: { assistant: { public: isPublic } } })
    const search = { key: null, body: { query: 'start' } }
    await using open = await serverOf({ site: 'members', ...assistant(true) })
    expect((await open.call('POST', '/discovery/v1/search/docs', search)).status).toBe(200)
    await using closed = await serverOf({ site: 'public', ...assistant(false) })
    expect((await closed.call('POST', '/discovery/v1/search/docs', search)).status).toBe(401)
  })

  it('callers are limited by their address', async () => {
    await using server = await serverOf({
      site: 'public',
      config: { limits: { ipPerDay: 1 }, http: { port: 0, trustedProxies: 1 } },
    })
    const search = async (ip: string) => {
      const headers = { 'x-forwarded-for': ip }
      const reply = await server.call('POST', '/discovery/v1/search/docs', {
        key: null,
        body: { query: 'start' },
        headers,
      })
      return [reply.status, reply.body.limit]
    }
    expect(await search('203.0.113.1')).toEqual([200, undefined])
    expect(await search('203.0.113.1')).toEqual([429, 'ip'])
    expect(await search('203.0.113.2')).toEqual([200, undefined])
  })

  it('what everyone gets may be kept by everyone', async () => {
    await using server = await serverOf({ site: 'public' })
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const scope = async (key: string | null) =>
      (await server.call('POST', '/mcp/docs', { key, body, headers })).body.result.cacheScope
    expect(await scope(null)).toBe('public')
    expect(await scope(server.assistantKey)).toBe('private')
  })
})
