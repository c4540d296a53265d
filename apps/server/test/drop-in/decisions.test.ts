import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever, scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const ORIGIN = 'https://docs.acme.com'
const lantern = (path: string, more: object = {}) =>
  indexedPage({ path, title: path, texts: [`lantern of ${path}`], ...more })

let server: TestServer
beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const seed = async (id: string, pages: ReturnType<typeof indexedPage>[]) => {
    const writer = await retriever.begin(projectId(id))
    await writer.write(pages)
    await writer.commit('one')
  }
  await seed('docs', [
    lantern('/quickstart'),
    lantern('/guides/start'),
    lantern('/staff', { groups: ['staff'] }),
    lantern('/insiders', { groups: ['staff'], version: 'V9' }),
  ])
  await seed('many', [
    lantern('/v2/start', { version: 'v2', language: 'en' }),
    lantern('/v1/start', { version: 'v1' }),
    lantern('/start'),
    lantern('/about'),
    lantern('/fr/about', { language: 'fr' }),
  ])
  const model = scriptedModel(() => ({ text: ['Light it [1].'] }))
  const repository = 'file:///docs.git'
  server = await startTestServer({
    retriever,
    models: scriptedProvider(
      'test',
      { model },
      { assistant: 'model', agent: 'model', sonnet: 'model', opus: 'model' },
    ),
    config: {
      projects: [
        { id: 'docs', repository, branch: 'main', siteUrl: `${ORIGIN}/base` },
        { id: 'many', repository, branch: 'main' },
        { id: 'locked', repository, branch: 'main', assistant: { threadKeys: 'required' } },
      ],
    },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const key = async (domain: string, more: object = {}) =>
  (await server.issueKey({ kind: 'assistant', projectIds: [projectId(domain)], ...more })).key

async function search(domain: string, filter: unknown, more: object = {}) {
  const body = { query: 'lantern', filter }
  const path = `/discovery/v1/search/${domain}`
  const reply = await server.call('POST', path, { body, key: await key(domain, more) })
  const paths = Array.isArray(reply.body) ? reply.body.map((hit: { path: string }) => hit.path) : []
  return { ...reply, paths, ignored: reply.headers.get('x-filter-ignored') }
}

const question = (more: object = {}) => ({
  fp: 'anonymous',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I light the lantern?' }] }],
  ...more,
})
const ask = async (more: object = {}, headers: Record<string, string> = {}, domain = 'docs') =>
  server.call('POST', `/discovery/v2/assistant/${domain}/message`, {
    body: question(more),
    headers,
    key: await key(domain),
  })

describe('filters that clients always send', () => {
  test('a site without versions and languages is searched whole, and the reply says what was left out', async () => {
    const found = await search('docs', { version: 'V3', language: 'en', tag: null })
    expect(found.paths.sort()).toEqual(['/guides/start', '/quickstart'])
    expect(found.ignored).toBe('language, version')
    expect(found.headers.get('access-control-expose-headers')).toContain('X-Filter-Ignored')
    expect(found.body[0].metadata.filterIgnored).toEqual(['language', 'version'])
  })

  test('a value that only hidden pages have is a value that no page has', async () => {
    expect((await search('docs', { version: 'V9' })).ignored).toBe('version')
    const trusted = await search('docs', { version: 'V9', groups: ['staff'] }, { trustGroups: true })
    expect([trusted.ignored, trusted.paths[0]]).toEqual([null, '/insiders'])
  })

  test('pages with the value come first, pages without one follow, counterparts and other values go', async () => {
    const found = await search('many', { version: 'v2' })
    expect([found.ignored, found.paths[0]]).toEqual([null, '/v2/start'])
    expect(found.paths.slice(1).sort()).toEqual(['/about', '/fr/about'])
    const french = await search('many', { language: 'FR' })
    expect(french.paths[0]).toBe('/fr/about')
    expect(french.paths.slice(1).sort()).toEqual(['/start', '/v1/start'])
  })

  test('the assistant searches by the same rules, and says the same', async () => {
    const reply = await ask({ filter: { language: 'en', version: 'V3' } })
    expect([reply.status, reply.headers.get('x-filter-ignored')]).toEqual([200, 'language, version'])
    expect(reply.text).toContain('"path":"/quickstart"')
  })

  test('groups of a public key are left out: open pages are searched, others never', async () => {
    const found = await search('docs', { groups: ['staff'] })
    expect(found.paths.sort()).toEqual(['/guides/start', '/quickstart'])
  })

  test('an unknown filter stays 400', async () => {
    expect(await search('docs', { product: 'x' })).toMatchObject({ status: 400 })
  })
})

describe('null is not given', () => {
  test.each([
    { currentPath: null, threadId: null, threadKey: null, filter: null, context: null },
    { filter: { version: null, language: null, tag: null, groups: null }, retrievalPageSize: null },
    { threadId: '', currentPath: '', filter: { language: '' } },
    { context: [{ type: 'code', value: 'a = 1', path: null, elementId: null }] },
  ])('in a message with %j', async (more) => {
    const reply = await ask(more)
    expect([reply.status, reply.headers.get('x-filter-ignored')]).toEqual([200, null])
  })

  test('in a search, a page and a v1 job', async () => {
    const body = {
      query: 'lantern',
      pageSize: null,
      scoreThreshold: null,
      filter: { language: null },
      fp: null,
    }
    expect((await server.call('POST', '/discovery/v1/search/docs', { body })).status).toBe(200)
    const page = { path: '/quickstart', groups: null }
    expect((await server.call('POST', '/discovery/v1/page/docs', { body: page })).status).toBe(200)
    const messages = [{ role: 'user', content: 'Go' }]
    for (const more of [{ branch: null, asDraft: null, model: null }, { branch: '' }]) {
      const job = await server.call('POST', '/v1/agent/docs/job', { body: { messages, ...more } })
      expect([job.status, job.headers.get('x-branch-name')]).toEqual([
        200,
        expect.stringMatching(/^docent\//),
      ])
    }
  })

  test('and a field that must be given is refused as what it is', async () => {
    const reply = await server.call('POST', '/discovery/v1/search/docs', { body: { query: null } })
    expect(reply.body.issues).toEqual([{ path: 'query', message: 'must be a string' }])
  })
})

describe('finish', () => {
  const finishOf = (text: string) => /data: (\{"type":"finish".*\})/.exec(text)?.[1] ?? '{}'

  test('for a page has the thread in its metadata alone, and the header is exposed', async () => {
    const reply = await ask({}, { origin: ORIGIN })
    const threadId = reply.headers.get('x-thread-id')
    expect(JSON.parse(finishOf(reply.text))).toEqual({ type: 'finish', messageMetadata: { threadId } })
    expect(reply.headers.get('access-control-expose-headers')).toContain('X-Thread-Id')
  })

  test('for a server has both, and the parameter overrides either', async () => {
    const plain = await ask()
    const threadId = plain.headers.get('x-thread-id')
    expect(JSON.parse(finishOf(plain.text))).toEqual({
      type: 'finish',
      threadId,
      messageMetadata: { threadId },
    })
    const path = '/discovery/v2/assistant/docs/message?finishThreadId=top-level'
    const asked = { body: question(), headers: { origin: ORIGIN } }
    expect(JSON.parse(finishOf((await server.call('POST', path, asked)).text))).toHaveProperty('threadId')
  })
})

describe('a v1 job', () => {
  test('whose messages are all of the role system takes them as its task', async () => {
    const messages = [{ role: 'system', content: 'Review the pull request and update the docs.' }]
    const job = await server.call('POST', '/v1/agent/docs/job', { body: { messages } })
    expect([job.status, job.headers.get('x-session-id')]).toEqual([200, expect.any(String)])
    const only = [{ role: 'assistant', content: 'Done.' }]
    expect((await server.call('POST', '/v1/agent/docs/job', { body: { messages: only } })).status).toBe(400)
  })
})

describe('a page', () => {
  const spellings = [
    '/quickstart',
    'quickstart',
    'quickstart/',
    '/quickstart.mdx',
    'quickstart.md',
    `${ORIGIN}/base/quickstart`,
    `${ORIGIN}/base/quickstart/?from=mail#install`,
    '/base/quickstart',
  ]
  test.each(spellings)('is read as %s', async (path) => {
    const reply = await server.call('POST', '/discovery/v1/page/docs', { body: { path } })
    expect(reply.body).toEqual({ path: '/quickstart', content: expect.any(String) })
  })

  test.each(spellings)('is the page that the reader is on as %s', async (currentPath) => {
    const reply = await ask({ currentPath })
    const path = `/v1/analytics/docs/assistant/threads/${reply.headers.get('x-thread-id')}`
    const { turns } = (await server.call('GET', path)).body
    expect(turns[0].asked.currentPath).toMatch(/^(\/base)?\/quickstart$/)
  })

  test('has its address in every search result', async () => {
    const { body } = await search('docs', undefined)
    for (const { path, metadata } of body) expect(metadata.href).toBe(`${ORIGIN}/base${path}`)
  })
})

describe('the key of a thread', () => {
  test('is always sent with a new thread; without it a request passes, with a wrong one it does not', async () => {
    const first = await ask()
    const threadId = first.headers.get('x-thread-id')
    const threadKey = first.headers.get('x-thread-key')
    expect(threadKey).toMatch(/^[0-9a-f]{32}$/)
    const again = await ask({ threadId })
    expect([again.status, again.headers.get('x-thread-key')]).toEqual([200, null])
    expect((await ask({ threadId, threadKey })).status).toBe(200)
    expect((await ask({ threadId, threadKey: 'f'.repeat(32) })).status).toBe(404)
  })

  test('is needed where the project requires it', async () => {
    const first = await ask({}, {}, 'locked')
    const threadId = first.headers.get('x-thread-id')
    const threadKey = first.headers.get('x-thread-key')
    expect((await ask({ threadId }, {}, 'locked')).status).toBe(404)
    expect((await ask({ threadId, threadKey }, {}, 'locked')).status).toBe(200)
  })
})

describe('a key with the scope write', () => {
  test('reads too, and a key with read does not write', async () => {
    const writer = (await server.issueKey({ scopes: ['write'] })).key
    const reader = (await server.issueKey({ scopes: ['read'] })).key
    expect((await server.call('GET', '/v2/agent/docs/jobs', { key: writer })).status).toBe(200)
    expect((await server.call('GET', '/v1/analytics/docs/assistant', { key: writer })).status).toBe(200)
    const body = { prompt: 'Go' }
    expect((await server.call('POST', '/v2/agent/docs/job', { key: reader, body })).status).toBe(403)
  })
})

describe('an error', () => {
  test.each([
    ['400', 'POST', '/discovery/v1/search/docs', {}],
    ['401', 'POST', '/discovery/v1/search/docs', { key: 'svc_dsc_unknown', body: { query: 'x' } }],
    ['404', 'GET', '/nowhere', {}],
    ['405', 'GET', '/discovery/v1/search/docs', {}],
    ['400', 'GET', '/v1/analytics/docs/views?dateFrom=x', {}],
  ])('%s of %s %s has message beside error, and details', async (status, method, path, options) => {
    const body = method === 'POST' && !('body' in options) ? { body: {} } : {}
    const reply = await server.call(method, path, { ...options, ...body })
    expect(String(reply.status)).toBe(status)
    expect(reply.body.message).toBe(reply.body.error)
    expect(reply.body.details[0].message).toEqual(expect.any(String))
  })
})

describe('an address without /discovery', () => {
  test.each([
    ['/v2/assistant/docs/message', question()],
    ['/v1/assistant/docs/message', { fp: 'anonymous', messages: [{ role: 'user', content: 'Lantern?' }] }],
    ['/v1/search/docs', { query: 'lantern' }],
    ['/v1/page/docs', { path: 'quickstart' }],
  ])('%s is the same operation, for pages too', async (path, body) => {
    const headers = { origin: ORIGIN }
    const reply = await server.call('POST', path, { body, headers, key: server.assistantKey })
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const preflight = await fetch(`${server.url}${path}`, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Authorization'),
    ])
    const refused = await server.call('POST', path, { body, headers, key: null })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  })

  test('is not in the reference a second time', async () => {
    const { paths } = (await server.call('GET', '/openapi.json', { key: null })).body
    expect(Object.keys(paths)).not.toContain('/v1/search/{domain}')
  })
})
