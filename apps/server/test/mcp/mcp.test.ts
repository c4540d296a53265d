import { createMCPClient } from '@ai-sdk/mcp'
import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever } from '@docent/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
let trustedKey: string

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  await writer.write([
    indexedPage({ path: '/start', title: 'Start', texts: ['Run npm start to start the server.'] }),
    indexedPage({ path: '/staff', title: 'Staff start', texts: ['Staff start so.'], groups: ['staff'] }),
  ])
  await writer.commit('one')
  server = await startTestServer({ retriever })
  const issued = await server.issueKey({
    kind: 'assistant',
    projectIds: [projectId('docs')],
    trustGroups: true,
  })
  trustedKey = issued.key
})
afterAll(() => server[Symbol.asyncDispose]())

async function connect(key: string, at = server, query = '') {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${at.url}/mcp/docs${query}`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  // The SDK's types leave out `undefined` where its classes have it.
  await client.connect(transport as Parameters<Client['connect']>[0])
  const use = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    return { isError, text: (content as { text: string }[]).map(({ text }) => text).join('\n---\n') }
  }
  return { client, use, [Symbol.asyncDispose]: () => client.close() }
}

describe('an MCP client', () => {
  it('searches by the name of the project, lists and reads pages, and reports a problem', async () => {
    await using connected = await connect(server.assistantKey)
    const { use } = connected
    expect((await use('search_docs', { query: 'start' })).text).toMatch(
      /^Title: Start\nLink: \/start\nPage: \/start\nContent: Run npm start/,
    )
    expect((await use('list_pages', {})).text).toBe('/start | Start')
    expect((await use('get_pages', { paths: ['start', '/start.mdx'] })).text.match(/# Start/g)).toHaveLength(
      2,
    )
    expect((await use('get_pages', { paths: ['/staff'] })).isError).toBe(true)
    expect((await use('submit_feedback', { path: 'start', feedback: 'No port.' })).text).toMatch(/^Kept as/)
    const { entries } = await server.running.services.readings.feedback(projectId('docs'), { limit: 9 })
    expect(entries).toMatchObject([{ path: '/start', source: 'agent', comment: 'No port.' }])
  })

  it('is offered no list of pages by a retriever that cannot list them', async () => {
    const retriever = Object.assign(new MemoryRetriever(), { pages: undefined })
    await using plain = await startTestServer({ retriever: retriever as unknown as MemoryRetriever })
    await using connected = await connect(plain.assistantKey, plain)
    const { tools } = await connected.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('list_pages')
    expect(tools.map(({ name }) => name)).toContain('get_pages')
  })

  it('with trusted groups lists and reads pages of these groups', async () => {
    await using connected = await connect(trustedKey, server, '?groups=staff')
    expect((await connected.use('list_pages', {})).text).toBe('/staff | Staff start\n/start | Start')
    expect((await connected.use('get_pages', { paths: ['/staff'] })).text).toContain('Staff start so.')
  })

  it('lists every page as a resource by cursor, and reads it as Markdown in any spelling', async () => {
    const retriever = new MemoryRetriever()
    const writer = await retriever.begin(projectId('docs'))
    const paths = Array.from({ length: 450 }, (_, at) => `/guides/page ${at}`)
    await writer.write(paths.map((path) => indexedPage({ path, title: `Page of ${path}`, texts: ['Text.'] })))
    await writer.commit('many')
    await using many = await startTestServer({ retriever })
    await using connected = await connect(many.assistantKey, many)
    const { client } = connected
    const pages = []
    let cursor: string | undefined
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor })
      pages.push(page.resources)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(pages.map(({ length }) => length)).toEqual([200, 200, 50])
    expect(pages.flat().map(({ name }) => name)).toEqual(paths.toSorted())
    const [first] = pages.flat()
    expect(first).toEqual({
      uri: 'docent://docs/guides/page%200',
      name: '/guides/page 0',
      title: 'Page of /guides/page 0',
      mimeType: 'text/markdown',
    })
    for (const uri of [
      first?.uri ?? '',
      'docent://docs/guides/page%200.mdx',
      'https://docs.acme.com/guides/page%200/',
    ])
      expect(await client.readResource({ uri })).toEqual({
        contents: [
          { uri, mimeType: 'text/markdown', text: expect.stringContaining('# Page of /guides/page 0\n') },
        ],
      })
    expect(await client.listResourceTemplates()).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'docent://docs/{+path}', mimeType: 'text/markdown' }],
    })
    for (const uri of ['docent://docs/nowhere', 'docent://other/start', 'file:///etc/passwd'])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602, data: { uri } })
    await expect(client.listResources({ cursor: '???' })).rejects.toMatchObject({ code: -32_602 })
  })

  it('lists the pages of one version and language alone, where the address names them', async () => {
    const retriever = new MemoryRetriever()
    const writer = await retriever.begin(projectId('docs'))
    const page = (path: string, more: object = {}) =>
      indexedPage({ path, title: path, texts: ['A lantern.'], ...more })
    await writer.write([
      page('/v2/start', { version: 'v2', language: 'en' }),
      page('/v1/start', { version: 'v1' }),
      page('/start'),
      page('/about'),
      page('/fr/about', { language: 'fr' }),
    ])
    await writer.commit('versions')
    await using versions = await startTestServer({ retriever })
    const seen = async (query: string) => {
      await using connected = await connect(versions.assistantKey, versions, query)
      const { resources } = await connected.client.listResources()
      const names = resources.map(({ name }) => name)
      const listed = (await connected.use('list_pages', {})).text.split('\n')
      expect(listed.map((line) => line.split(' | ')[0])).toEqual(names)
      const found = (await connected.use('search', { query: 'lantern' })).text
      // A section of two versions is one result, which names the other.
      expect([...found.matchAll(/^(?:path|also): (.+)$/gm)].map(([, path]) => path).sort()).toEqual(names)
      return names
    }
    expect(await seen('?version=v2')).toEqual(['/about', '/fr/about', '/v2/start'])
    expect(await seen('?language=fr')).toEqual(['/fr/about', '/start', '/v1/start'])
    // No page has both: nothing is the counterpart of another.
    expect(await seen('?version=v1&language=fr')).toEqual(['/about', '/fr/about', '/start', '/v1/start'])
    expect(await seen('?version=v9&language=')).toHaveLength(5)
  })

  it('sees resources of groups only with a key that is trusted', async () => {
    const seen = async (key: string, query: string) => {
      await using connected = await connect(key, server, query)
      const { resources } = await connected.client.listResources()
      const read = connected.client.readResource({ uri: 'docent://docs/staff' })
      return [
        resources.map(({ name }) => name),
        await read.then(
          () => true,
          () => false,
        ),
      ]
    }
    expect(await seen(server.assistantKey, '?groups=staff')).toEqual([['/start'], false])
    expect(await seen(trustedKey, '')).toEqual([['/start'], false])
    expect(await seen(trustedKey, '?groups=staff')).toEqual([['/staff', '/start'], true])
  })

  it('counts lists and reads of resources as pages', async () => {
    await using limited = await startTestServer({ config: { limits: { organizationPerHour: 2 } } })
    await using connected = await connect(limited.assistantKey, limited)
    await connected.client.listResourceTemplates()
    await connected.client.listResources()
    await expect(connected.client.readResource({ uri: 'docent://docs/a' })).rejects.toThrow(/no resource/)
    await expect(connected.client.listResources()).rejects.toThrow(/429|limit/i)
    await expect(connected.client.readResource({ uri: 'docent://docs/a' })).rejects.toThrow(/429|limit/i)
  })

  it('learns what the documentation covers, but not of groups that it may not see', async () => {
    const retriever = new MemoryRetriever()
    const writer = await retriever.begin(projectId('docs'))
    await writer.write([
      indexedPage({ path: '/guides/start', title: 'Start', texts: ['Start.'] }),
      indexedPage({ path: '/guides/git-hosts/one', title: 'One', texts: ['One.'] }),
      indexedPage({ path: '/reference/cli', title: 'CLI', texts: ['Commands.'] }),
      indexedPage({ path: '/salaries/all', title: 'Salaries', texts: ['Much.'], groups: ['staff'] }),
    ])
    await writer.commit('sections')
    await using sections = await startTestServer({ retriever })
    await using connected = await connect(sections.assistantKey, sections)
    const covered = 'It covers: Guides (Git hosts); Reference.'
    expect(connected.client.getInstructions()).toContain(covered)
    const { tools } = await connected.client.listTools()
    const described = tools.filter(({ description }) => description?.endsWith(covered))
    expect(described.map(({ name }) => name)).toEqual(['search', 'search_docs', 'list_pages'])
    for (const { description } of tools) expect(description).toContain('docs')
  })

  it('finds the tools, searches and reads a page', async () => {
    await using connected = await connect(server.assistantKey)
    const { client, use } = connected
    expect(client.getInstructions()).toContain('The documentation of docs')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'search_docs',
      'get_page',
      'fetch',
      'get_pages',
      'list_pages',
      'submit_feedback',
    ])
    expect(tools[0]?.inputSchema).toMatchObject({
      required: ['query'],
      properties: { limit: { maximum: 20 } },
    })
    const found = await use('search', { query: 'start the server' })
    expect(found.text).toContain('path: /start')
    expect(found.text).toContain('npm start')
    expect(await use('get_page', { path: 'start' })).toEqual({
      isError: undefined,
      text: expect.stringContaining('# Start\n'),
    })
  })

  it('finds the search by the name of the project too, as clients of hosted services call it', async () => {
    const repository = 'https://git.example/docs.git'
    const project = { id: 'docs', name: 'Docs by Acme, Inc.', repository, branch: 'main' }
    await using named = await startTestServer({ config: { projects: [project] } })
    await using connected = await connect(named.assistantKey, named)
    const { tools } = await connected.client.listTools()
    const names = tools.map(({ name }) => name).filter((name) => name.startsWith('search'))
    expect(names).toEqual(['search', 'search_docs', 'search_docs_by_acme_inc'])
    expect((await connected.use('search_docs_by_acme_inc', { query: 'a' })).text).toBe('Nothing was found.')
  })

  it('may be the one of the AI SDK, which does not use the official one', async () => {
    const client = await createMCPClient({
      transport: {
        type: 'http',
        url: `${server.url}/mcp/docs`,
        headers: { authorization: `Bearer ${server.assistantKey}` },
      },
    })
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toEqual(['/start'])
    const read = await client.readResource({ uri: resources[0]?.uri ?? '' })
    expect(JSON.stringify(read)).toContain('# Start')
    const { search } = await client.tools()
    const options = { toolCallId: '1', messages: [], context: {} }
    const found = await search?.execute({ query: 'start the server' }, options)
    expect(JSON.stringify(found)).toContain('path: /start')
    await client.close()
  })

  it('is told what is wrong with a call, and that a page is not there', async () => {
    await using connected = await connect(server.assistantKey)
    expect((await connected.use('search', { query: ' ' })).isError).toBe(true)
    expect(await connected.use('get_page', { path: '/nowhere' })).toEqual({
      isError: true,
      text: 'There is no page /nowhere.',
    })
    await expect(connected.use('delete_page', {})).rejects.toMatchObject({ code: -32_602 })
  })

  it('sees pages limited to groups only with a key that is trusted', async () => {
    const seen = async (key: string, query: string) => {
      await using connected = await connect(key, server, query)
      const found = await connected.use('search', { query: 'staff start' })
      const page = await connected.use('get_page', { path: '/staff' })
      return [found.text.includes('/staff'), page.isError !== true]
    }
    expect(await seen(server.assistantKey, '')).toEqual([false, false])
    expect(await seen(server.assistantKey, '?groups=staff')).toEqual([false, false])
    expect(await seen(trustedKey, '')).toEqual([false, false])
    expect(await seen(trustedKey, '?groups=sales,staff')).toEqual([true, true])
  })

  it('is limited as searches and pages are, and asking for the tools is free', async () => {
    await using limited = await startTestServer({ config: { limits: { organizationPerHour: 1 } } })
    await using connected = await connect(limited.assistantKey, limited)
    for (let i = 0; i < 3; i++) await connected.client.listTools()
    await connected.use('search', { query: '' })
    expect((await connected.use('search', { query: 'a' })).isError).toBeUndefined()
    expect((await connected.use('get_page', { path: '/a' })).isError).toBe(true)
    await expect(connected.use('search', { query: 'b' })).rejects.toThrow(/429|limit/i)
    const reply = await limited.call('POST', '/discovery/v1/search/docs', {
      key: limited.assistantKey,
      body: { query: 'c' },
    })
    expect([reply.status, reply.body.limit]).toEqual([429, 'organization'])
  })
})

describe('the MCP route', () => {
  const send = (body: unknown, more: { key?: string | null; headers?: Record<string, string> } = {}) =>
    server.call('POST', '/mcp/docs', {
      key: server.assistantKey,
      body,
      ...more,
      headers: { accept: 'application/json, text/event-stream', ...more.headers },
    })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  it('needs an assistant key of the project', async () => {
    expect((await send(list, { key: null })).status).toBe(401)
    expect((await send(list, { key: server.adminKey })).status).toBe(403)
    const other = await server.call('POST', '/mcp/other', { key: server.assistantKey, body: list })
    expect(other.status).toBe(404)
  })

  it('answers pages of any origin, and those of a key that lists origins only them', async () => {
    const preflight = await fetch(`${server.url}/mcp/docs`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version')
    expect((await send(list)).headers.get('access-control-allow-origin')).toBe('*')
    const { key } = await server.issueKey({
      kind: 'assistant',
      projectIds: [projectId('docs')],
      allowedOrigins: ['https://a.example'],
    })
    expect((await send(list, { key, headers: { origin: 'https://b.example' } })).status).toBe(403)
    expect((await send(list, { key, headers: { origin: 'https://a.example' } })).status).toBe(200)
  })

  it('has no stream and no session to end', async () => {
    for (const method of ['GET', 'DELETE']) {
      const reply = await server.call(method, '/mcp/docs', { key: server.assistantKey })
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
  })

  it('refuses what is no JSON-RPC message', async () => {
    expect((await send([list, 'ping'])).status).toBe(400)
    expect((await send({ method: 'tools/list' })).status).toBe(400)
    expect((await send('{')).status).toBe(400)
    expect((await send(list, { headers: { accept: 'text/html' } })).status).toBe(406)
    const notification = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([notification.status, notification.text]).toEqual([202, ''])
  })
})

describe('what MCP clients and models really send', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/mcp/docs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.assistantKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    })
  const call = (name: string, args: unknown, id = 1) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  })

  it.each([
    ['null for what is not given', 'search', { query: 'start', limit: null, version: null, tag: null }],
    ['an empty text for what is not given', 'search', { query: 'start', version: '', language: '' }],
    ['a number as text', 'search', { query: 'start', limit: '5' }],
    ['a number with a fraction', 'search', { query: 'start', limit: 5.5 }],
    ['more than the most', 'search', { query: 'start', limit: 1_000 }],
    ['less than the least', 'search', { query: 'start', limit: 0 }],
    ['fields that no tool has', 'search', { query: 'start', reason: 'to know' }],
    ['arguments as text', 'search', '{"query":"start"}'],
    ['one page for a list of pages', 'get_pages', { paths: '/start' }],
    ['a list as text', 'get_pages', { paths: '["/start"]' }],
    ['no arguments', 'list_pages', undefined],
    ['null for arguments', 'list_pages', null],
  ])('takes %s', async (_, name, args) => {
    const reply = await send(call(name, args))
    const { result } = (await reply.json()) as { result: { isError?: boolean; content: { text: string }[] } }
    expect(result.isError).toBeUndefined()
    expect(result.content[0]?.text).toMatch(/start/i)
  })

  it.each([
    ['no query', { query: null }],
    ['a limit that is no number', { query: 'start', limit: 'many' }],
    ['a query that is no text', { query: 5 }],
  ])('still refuses %s', async (_, args) => {
    const { result, error } = (await (await send(call('search', args))).json()) as {
      result?: { isError?: boolean }
      error?: object
    }
    expect(result?.isError ?? error).toBeTruthy()
  })

  it.each(['*/*', 'application/json', 'text/event-stream', 'application/*'])(
    'answers Accept: %s',
    async (accept) => {
      const reply = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { accept })
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toContain('application/json')
    },
  )

  it('answers the batches of protocol 2025-03-26, which later ones do not have', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 7, method: 'ping' },
      call('search', { query: 'start', limit: '1' }, 8),
    ]
    const reply = await send(batch, { 'mcp-protocol-version': '2025-03-26' })
    const replies = (await reply.json()) as { id: number; result: { content?: { text: string }[] } }[]
    expect(replies.map(({ id }) => id).sort()).toEqual([7, 8])
    expect(replies.find(({ id }) => id === 8)?.result.content?.[0]?.text).toContain('Run npm start')
    expect((await send(batch, { 'mcp-protocol-version': '2025-06-18' })).status).toBe(400)
    expect((await send([])).status).toBe(400)
  })

  it('leaves room for the name that clients put before the names of tools', async () => {
    const project = {
      id: `a-${'long-'.repeat(10)}name`,
      name: `Documentation ${'Of The Platform '.repeat(4)}`,
    }
    const repository = 'file:///docs.git'
    await using named = await startTestServer({
      retriever: new MemoryRetriever(),
      config: {
        projects: [
          { ...project, repository, branch: 'main' },
          { id: 'docs', repository, branch: 'main' },
        ],
      },
    })
    const issued = await named.issueKey({ kind: 'assistant', projectIds: [projectId(project.id)] })
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${named.url}/mcp/${project.id}`), {
      requestInit: { headers: { authorization: `Bearer ${issued.key}` } },
    })
    await client.connect(transport as Parameters<Client['connect']>[0])
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(45)
    expect(names.filter((name) => name.startsWith('search_')).length).toBe(2)
    await client.close()
  })
})
