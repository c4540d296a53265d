import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM } from '@docent/simulators/services'
import { GitDocsSource } from '@docent/source-git'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { openPage } from './open-page.ts'

/** The hardest case: a name below that of the dashboard, which counts as the same site with browsers. */
const DASHBOARD = 'http://docent.test'
const PAGES = 'http://pages.docent.test'

describe('pages on an origin of their own, in a browser', needs(CHROMIUM), () => {
  let directory: string
  let source: GitDocsSource
  let server: TestServer
  let browser: Browser

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'docent-origin-'))
    source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    server = await startTestServer({
      source,
      docs: { 'index.md': '# Welcome\n\nFor members.\n', 'setup.md': '# Set up\n\nRun it.\n' },
      site: 'members',
      config: { http: { port: 0, drainMs: 2_000, publicUrl: DASHBOARD, siteOrigin: PAGES } },
    })
    await server.running.indexing.settled()
    const { port } = new URL(server.url)
    browser = await launchChromium([`--host-resolver-rules=MAP *.test 127.0.0.1:${port}`])
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
    await source?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test('a member comes in from the dashboard, and its cookie never leaves its host', async (context) => {
    const { cookie } = await signIn(server)
    const [name = '', value = ''] = cookie.split('=')
    const { page } = await openPage(browser, context)
    // As the server sets it: for this host alone.
    await page.context().addCookies([{ name, value, url: DASHBOARD, httpOnly: true, sameSite: 'Lax' }])
    const sent: Promise<[url: string, cookie: string]>[] = []
    page.on('request', (request) =>
      sent.push(request.allHeaders().then((headers) => [request.url(), headers.cookie ?? ''])),
    )
    await page.goto(`${DASHBOARD}/site/docs/`)
    expect(page.url()).toBe(`${PAGES}/site/docs/`)
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Set up' }).click()
    await page.getByRole('heading', { name: 'Set up' }).waitFor()
    expect(page.url()).toBe(`${PAGES}/site/docs/setup`)

    const all = await Promise.all(sent)
    expect(all.some(([url, cookies]) => url.startsWith(DASHBOARD) && cookies.includes(value))).toBe(true)
    const there = all.filter(([url]) => url.startsWith(PAGES))
    expect(there.length).toBeGreaterThan(3)
    expect(there.filter(([, cookies]) => cookies.includes(value) || cookies.includes(name))).toEqual([])
    expect(there.some(([, cookies]) => cookies.includes('docent_member='))).toBe(true)
    expect(
      all.filter(([url, cookies]) => url.startsWith(DASHBOARD) && cookies.includes('docent_member')),
    ).toEqual([])
  })

  test('the way back in stands on the page that a member does not find', async (context) => {
    const { cookie } = await signIn(server)
    const [name = '', value = ''] = cookie.split('=')
    const { page } = await openPage(browser, context)
    await page.context().addCookies([{ name, value, url: DASHBOARD, httpOnly: true, sameSite: 'Lax' }])
    await page.goto(`${PAGES}/site/docs/setup`)
    await page.getByRole('link', { name: 'open this page as a member' }).click()
    await page.getByRole('heading', { name: 'Set up' }).waitFor()
    expect(page.url()).toBe(`${PAGES}/site/docs/setup`)
  })
})
