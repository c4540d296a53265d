import { projectId } from '@docent/core/plugin'
import { indexedPage, MemoryRetriever } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const LINE = 'A lantern has a wick, and "oil" burns in it: `light --all`.\n'
/** Of a result: a token stands for 3 bytes or more, and no result has more than 10,000. */
const MOST_BYTES = 30_000

let server: TestServer

beforeAll(async () => {
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(projectId('docs'))
  const texts = Array.from(
    { length: 8 },
    (_, at) => `## Part ${at} ${'long '.repeat(900)}\n\n${LINE.repeat(60)}`,
  )
  const pages = Array.from({ length: 600 }, (_, at) => `/pages/${String(at).padStart(3, '0')}`)
  await writer.write([
    ...pages.map((path) => indexedPage({ path, title: `Lantern ${'very '.repeat(500)}long`, texts })),
    indexedPage({
      path: '/headings',
      title: 'Headings',
      texts: Array.from(
        { length: 900 },
        (_, at) => `## Heading ${at} ${'of many words '.repeat(9)}\n\n${LINE}`,
      ),
    }),
    indexedPage({ path: '/chinese', title: 'Chinese', texts: ['灯笼有灯芯。\n'.repeat(5_000)] }),
    indexedPage({ path: '/quotes', title: 'Quotes', texts: ['"\\\n'.repeat(9_000)] }),
  ])
  await writer.commit('one')
  server = await startTestServer({ retriever })
})
afterAll(() => server[Symbol.asyncDispose]())

async function call(name: string, args: Record<string, unknown>) {
  const reply = await server.call('POST', '/mcp/docs', {
    key: server.assistantKey,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    headers: { accept: 'application/json' },
  })
  const { result } = reply.body
  expect(result.isError).toBeUndefined()
  const bytes = Buffer.byteLength(JSON.stringify(result))
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  return { ...result, bytes }
}

describe('a result of a tool', () => {
  it.each([
    ['search', { query: 'lantern wick oil', limit: 20 }],
    ['search_docs', { query: 'lantern wick oil', limit: 20 }],
    ['get_page', { path: '/pages/000' }],
    ['get_page', { path: '/chinese' }],
    ['get_page', { path: '/quotes' }],
    ['fetch', { id: '/pages/000' }],
    ['get_pages', { paths: Array.from({ length: 10 }, (_, at) => `/pages/00${at}`) }],
    ['get_page', { path: '/headings' }],
    ['get_pages', { paths: Array.from({ length: 10 }, () => '/headings') }],
    ['list_pages', {}],
  ])('fits into a context: %s %j', async (name, args) => {
    const { bytes, structuredContent } = await call(name, args)
    // What has more to say uses the room that there is.
    expect(bytes).toBeGreaterThan(MOST_BYTES / 2)
    const { nextOffset, leftOut, pages = [] } = structuredContent
    const isCut = pages.some((page: { nextOffset?: number }) => page.nextOffset !== undefined)
    expect(nextOffset ?? leftOut ?? isCut).toBeTruthy()
  })

  it('leads through a whole page and a whole list', async () => {
    let text = ''
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { structuredContent } = await call('get_page', { path: '/chinese', offset: String(offset) })
      text += structuredContent.text
      offset = structuredContent.nextOffset
    }
    expect(text.match(/灯笼有灯芯。/g)).toHaveLength(5_000)
    const paths = new Set<string>()
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { structuredContent } = await call('list_pages', { path: 'pages/', offset })
      for (const { path } of structuredContent.pages) paths.add(path)
      offset = structuredContent.nextOffset
    }
    expect(paths.size).toBe(600)
  })
})
