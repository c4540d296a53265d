import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId, ReadingStore } from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

const DOCS = { 'index.md': '# Welcome\n\nText.\n', 'setup.md': '# Set up\n\nText.\n' }
const DAY_MS = 86_400_000
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36'

describe('what the pages of a project learn from their readers', () => {
  let directory: string
  let source: GitDocsSource
  let server: TestServer

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'docent-readers-'))
    source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    server = await startTestServer({ source, docs: DOCS, site: 'public' })
    await server.running.indexing.settled()
  })

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    await source?.close()
    await rm(directory, { recursive: true, force: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    server.call('GET', path, { key: null, headers: { 'user-agent': BROWSER, ...headers } })
  const period = () => {
    const now = server.running.services.clock.now()
    return { from: now - DAY_MS, to: now + DAY_MS }
  }

  test('counts who opens a page, and not what a browser fetches ahead', async () => {
    const readings = server.running.docent.resolve<ReadingStore>(ReadingStore)
    await get('/site/docs/setup', { 'sec-purpose': 'prefetch;prerender' })
    await get('/site/docs/none')
    await get('/site/docs/setup')
    await get('/site/docs/setup.md', { 'user-agent': 'GPTBot/1.2' })
    const pages = async () =>
      (await readings.views(projectId('docs'), { ...period(), limit: 10, offset: 0 })).pages
    await expect.poll(pages, { timeout: 30_000 }).toEqual([{ path: '/setup', human: 1, ai: 1, total: 2 }])
  })

  test('asks whether a page helped, with a key that the page has', async () => {
    const { text } = await get('/site/docs/setup')
    const [, key = '', path = ''] =
      /<docent-assistant class="page-feedback" mode="feedback" domain="docs" key="([^"]+)" path="([^"]+)"/.exec(
        text,
      ) ?? []
    expect(path).toBe('/setup')
    const { status } = await server.call('POST', '/discovery/v1/feedback/docs', {
      key,
      headers: { origin: server.url },
      body: { path, helpful: true },
    })
    expect(status).toBe(201)
    const readings = server.running.docent.resolve<ReadingStore>(ReadingStore)
    expect(await readings.feedbackByPage(projectId('docs'), { ...period(), limit: 10 })).toMatchObject([
      { path: '/setup', thumbsUp: 1 },
    ])
  })

  test('offers the search and every page where there is none', async () => {
    const { status, text } = await get('/site/docs/none')
    expect(status).toBe(404)
    expect(text).toContain('<h1>Page not found</h1>')
    expect(text).toMatch(/<docent-assistant class="find" [^>]*mode="search"/)
    expect(text).toContain('<a href="/site/docs/setup">Set up</a>')
    expect(text).not.toContain('mode="feedback"')
  })
})
