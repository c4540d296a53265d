import { expect, it } from 'vitest'
import { startTestServer } from '../start-test-server.ts'

const get = async (url: string) => {
  const reply = await fetch(url)
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    headers: reply.headers,
    text: await reply.text(),
  }
}

it('a client that knows the host finds the MCP servers of open projects, and those alone', async () => {
  await using server = await startTestServer({ site: 'public' })
  const catalog = await get(`${server.url}/.well-known/ai-catalog.json`)
  expect([catalog.status, catalog.type]).toEqual([200, 'application/ai-catalog+json'])
  expect(catalog.headers.get('access-control-allow-origin')).toBe('*')
  const { entries } = JSON.parse(catalog.text) as {
    entries: { identifier: string; type: string; url: string }[]
  }
  expect(entries).toEqual([
    {
      identifier: 'urn:air:127.0.0.1:docs',
      displayName: 'docs',
      type: 'application/mcp-server-card+json',
      url: `${server.url}/mcp/docs/server-card`,
    },
  ])
  const card = await get(entries[0]?.url ?? '')
  expect(card.type).toBe('application/mcp-server-card+json')
  const { name, description, remotes } = JSON.parse(card.text)
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(description.length).toBeLessThanOrEqual(100)
  expect(remotes).toMatchObject([{ type: 'streamable-http', url: `${server.url}/mcp/docs` }])
  for (const version of remotes[0].supportedProtocolVersions) {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': params.clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const isModern = version >= '2026'
    const method = isModern ? 'server/discover' : 'initialize'
    const { body } = await server.call('POST', '/mcp/docs', {
      key: null,
      body: { jsonrpc: '2.0', id: 1, method, params: isModern ? { _meta: meta } : params },
      headers: isModern ? { 'mcp-protocol-version': version, 'mcp-method': method } : {},
    })
    expect(body.result.protocolVersion ?? body.result.supportedVersions[0]).toBe(version)
  }
  for (const domain of ['other', 'nothing'])
    expect((await get(`${server.url}/mcp/${domain}/server-card`)).status).toBe(404)
})

it('robots and sitemap at the origin lead to public sites alone', async () => {
  await using server = await startTestServer({ site: 'public' })
  expect((await get(`${server.url}/robots.txt`)).text).toContain(`Sitemap: ${server.url}/sitemap.xml\n`)
  const sitemap = await get(`${server.url}/sitemap.xml`)
  expect(sitemap.type).toContain('application/xml')
  expect(sitemap.text.match(/<loc>[^<]*<\/loc>/g)).toEqual([`<loc>${server.url}/site/docs/sitemap.xml</loc>`])
  await using closed = await startTestServer({ site: 'members' })
  expect((await get(`${closed.url}/sitemap.xml`)).text).not.toContain('<loc>')
})

it('where pages have an origin of their own, it has the lists and cards too', async () => {
  const siteOrigin = 'http://pages.localhost'
  await using server = await startTestServer({
    site: 'public',
    config: { http: { port: 0, siteOrigin, publicUrl: 'http://127.0.0.1' } },
  })
  const headers = { host: 'pages.localhost' }
  const { request } = await import('node:http')
  const read = (path: string) =>
    new Promise<string>((resolve, reject) => {
      request(server.url + path, { headers }, (reply) => {
        let text = ''
        reply.on('data', (part) => {
          text += part
        })
        reply.on('end', () => resolve(text))
      })
        .on('error', reject)
        .end()
    })
  expect(await read('/robots.txt')).toContain(`Sitemap: ${siteOrigin}/sitemap.xml`)
  expect(await read('/sitemap.xml')).toContain(`<loc>${siteOrigin}/site/docs/sitemap.xml</loc>`)
  expect(JSON.parse(await read('/.well-known/agent-skills/index.json'))).toMatchObject({ skills: [] })
  const card = 'http://127.0.0.1/mcp/docs/server-card'
  expect(JSON.parse(await read('/.well-known/ai-catalog.json')).entries).toMatchObject([{ url: card }])
  expect(JSON.parse(await read('/mcp/docs/server-card'))).toMatchObject({
    remotes: [{ url: 'http://127.0.0.1/mcp/docs' }],
  })
})
