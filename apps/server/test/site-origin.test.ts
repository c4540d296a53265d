import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSiteOrigin } from '@docent/commands'
import { Accounts, organizationId, userId } from '@docent/core/plugin'
import { GitDocsSource } from '@docent/source-git'
import { ManualClock } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCookie } from '../../../packages/http/src/sessions/session-cookie.ts'
import { httpSettings } from '../src/config/environment.ts'
import { HttpConfig } from '../src/config/http-config.ts'
import { signIn } from './sign-in.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const ORIGIN = 'http://pages.test'
const PAGES = {
  'index.md': '# Welcome\n\nText.\n',
  'setup.md': '---\ntitle: Set up\n---\n\n## Install\n\nRun it.\n',
}

interface RawReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

describe('pages on an origin of their own', () => {
  const clock = new ManualClock(1_800_000_000_000)
  let directory: string
  let source: GitDocsSource
  let open: TestServer
  let closed: TestServer

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'docent-origin-'))
    source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    const config = { http: { port: 0, drainMs: 2_000, siteOrigin: ORIGIN } }
    open = await startTestServer({ config, source, docs: PAGES, site: 'public' })
    closed = await startTestServer({ config, source, docs: PAGES, site: 'members', clock })
    await Promise.all([open, closed].map(({ running }) => running.indexing.settled()))
  })

  afterAll(async () => {
    await open?.[Symbol.asyncDispose]()
    await closed?.[Symbol.asyncDispose]()
    await source?.close()
    await rm(directory, { recursive: true, force: true })
  })

  /** The target and the host exactly as they are given. */
  function raw(server: TestServer, path: string, headers: Record<string, string> = {}): Promise<RawReply> {
    const { hostname, port } = new URL(server.url)
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, headers, agent: false }, (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('error', reject)
        res.on('end', () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      sent.on('error', reject)
      sent.end()
    })
  }
  const onSite = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
    raw(server, path, { host: 'pages.test', ...headers })

  test('the host of the dashboard leads there', async () => {
    for (const [path, to] of [
      ['/site/docs', '/site/docs/'],
      ['/site/docs/', '/site/docs/'],
      ['/site/docs/setup?side=before&x=1', '/site/docs/setup?side=before'],
      ['/site/docs/a%20b%3Fc.md', '/site/docs/a%20b%3Fc.md'],
      ['/site/docs@1f/setup?access=1.a', '/site/docs@1f/setup?access=1.a'],
      // Nobody learns from it what there is.
      ['/site/nothing/', '/site/nothing/'],
    ] as const) {
      const { status, headers } = await raw(open, path)
      expect([path, status, headers.location]).toEqual([path, 303, ORIGIN + to])
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test('every link to pages names it, and what pages load and call is answered there', async () => {
    const page = await onSite(open, '/site/docs/setup')
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<link rel="canonical" href="${ORIGIN}/site/docs/setup">`)
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    // The tools of the documentation alone are on the other host.
    expect(page.text.split(open.url)).toEqual([expect.any(String), expect.stringMatching(/^\/mcp\/docs"/)])
    const files = [...page.text.matchAll(/(?:href|src)="(\/(?:assets|widget)\/[^"]+)"/g)].map(
      ([, file]) => file,
    )
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const { status, text } = await onSite(open, file as string)
      // The widget may not be built here: it is the same answer as on the other host.
      expect([file, status]).toEqual([file, (await raw(open, file as string)).status])
      expect(text).not.toContain('There is no such route')
    }
    expect((await onSite(open, '/site/docs/llms.txt')).text).toContain(`(${ORIGIN}/site/docs/setup.md)`)
    expect((await onSite(open, '/site/docs/llms-full.txt')).text).toContain(
      `Source: ${ORIGIN}/site/docs/setup`,
    )
    expect((await onSite(open, '/site/docs/sitemap.xml')).text).toContain(
      `<loc>${ORIGIN}/site/docs/setup</loc>`,
    )
    const mcp = JSON.parse((await onSite(open, '/site/docs/.well-known/mcp')).text)
    expect(mcp.url).toBe(`${open.url}/mcp/docs`)
    expect((await onSite(open, '/site/docs')).headers.location).toBe('/site/docs/')
    const key = /key="(svc_dsr_[^"]+)"/.exec(page.text)?.[1] ?? ''
    const search = await open.call('POST', '/discovery/v1/search/docs', {
      key,
      headers: { origin: ORIGIN },
      body: { query: 'install' },
    })
    expect(search.status).toBe(200)
    expect(search.body[0].metadata.url).toMatch(`${ORIGIN}/site/docs`)
  })

  test('previews are there', async () => {
    const made = await open.call('POST', '/v1/project/preview/docs', { body: { branch: 'main' } })
    const link = new URL(made.body.previewUrl)
    expect(link.origin).toBe(ORIGIN)
    const opened = await onSite(open, link.pathname + link.search)
    expect([opened.status, opened.headers.location]).toEqual([303, link.pathname])
    const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
    expect((await onSite(open, `${link.pathname}setup`, { cookie })).status).toBe(200)
    expect((await onSite(open, `${link.pathname}setup`)).status).toBe(404)
  })

  test('nothing else is answered there, however the host is written', async () => {
    const { cookie } = await signIn(open)
    const paths = ['/', '/dashboard', '/dashboard/link', '/api/session', '/api/projects', '/openapi.json']
    const more = [
      '/reference',
      '/pulls/x',
      '/v2/agent/docs/jobs',
      '/health/ready',
      '/mcp/docs',
      '/v1/search/docs',
    ]
    for (const path of [...paths, ...more])
      for (const host of ['pages.test', 'PAGES.test', 'pages.test.', 'pages.test:8080', 'pages.test.:80']) {
        const { status, headers, text } = await raw(open, path, { host, cookie })
        expect([path, host, status]).toEqual([path, host, 404])
        expect(headers['set-cookie']).toBeUndefined()
        expect(text).toContain('There is no such route')
      }
    expect((await raw(open, '/api/session', { cookie })).status).toBe(200)
  })

  test('no other host shows pages', async () => {
    const hosts = ['pages.test.evil.test', 'evil-pages.test', 'evil.test/pages.test', 'evil.test#pages.test']
    for (const host of [
      ...hosts,
      'pages.test@evil.test',
      'evil.test@pages.test',
      'evil.test:pages.test',
      '',
    ]) {
      const { status, headers, text } = await raw(open, '/site/docs/setup', { host })
      if (status === 400) continue
      expect([host, status, headers.location]).toEqual([host, 303, `${ORIGIN}/site/docs/setup`])
      expect(text).toBe('')
    }
    for (const name of ['x-forwarded-host', 'forwarded', 'x-host', 'x-original-host']) {
      const forwarded = { [name]: name === 'forwarded' ? 'host=pages.test' : 'pages.test' }
      expect((await raw(open, '/site/docs/setup', forwarded)).status).toBe(303)
      expect((await onSite(open, '/api/session', { [name]: new URL(open.url).host })).status).toBe(404)
    }
  })

  test('no address leads anywhere else', async () => {
    const { cookie } = await signIn(closed)
    const targets = [
      'http://evil.test/site/docs/setup',
      '//evil.test/site/docs/',
      '/site//evil.test/',
      '/site/%2F%2Fevil.test/',
      '/site/%5C%5Cevil.test/x',
      '/site/@evil.test/',
      '/site/docs//evil.test/',
      '/site/docs/%2e%2e/%2e%2e/%2e%2e/api/session',
      '/site/docs/%0d%0aSet-Cookie:%20a=b',
      '/site/docs/?access=%0d%0ax&side=after',
      '/site/docs/?entry=//evil.test',
    ]
    for (const target of targets)
      for (const server of [open, closed])
        for (const headers of [{}, { host: 'pages.test' }, { host: 'evil.test' }, { cookie }] as const) {
          const reply = await raw(server, target, { ...headers })
          expect(String(reply.headers['set-cookie'])).not.toMatch(/docent_member|a=b/)
          const { location } = reply.headers
          if (location === undefined) continue
          expect([target, new URL(String(location), ORIGIN).origin]).toEqual([target, ORIGIN])
        }
  })

  describe('members', () => {
    const entryOf = async (path: string, cookie: string) => {
      const { location } = (await raw(closed, path, { cookie })).headers
      return new URL(String(location)).searchParams.get('entry')
    }
    const enter = async (cookie: string, path = '/site/docs/setup') => {
      const entry = await entryOf(path, cookie)
      const { status, headers } = await onSite(closed, `${path}?side=before&entry=${entry}`)
      return { status, headers, cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
    }
    const statusFor = async (cookie: string, path = '/site/docs/setup') =>
      (await onSite(closed, path, { cookie })).status

    test('the cookie of the dashboard opens nothing there, and stays on its host', async () => {
      const { cookie } = await signIn(closed)
      const page = await onSite(closed, '/site/docs/setup', { cookie })
      expect(page.status).toBe(404)
      expect(page.text).toContain(`<a href="${closed.url}/site/docs/setup">open this page as a member</a>`)
      expect(page.text).toContain(`<a class="home" href="${closed.url}/">Docent</a>`)
      // Without `Domain`, a browser sends it to the host that set it and to no name below.
      expect(sessionCookie('a'.repeat(20), 1_000, true)).not.toMatch(/domain/i)
      expect(sessionCookie('a'.repeat(20), 1_000, true)).toMatch(/^__Host-/)
    })

    test('come in from the dashboard, to the pages of this project alone', async () => {
      const { cookie } = await signIn(closed)
      const entered = await enter(cookie)
      expect([entered.status, entered.headers.location]).toEqual([303, '/site/docs/setup?side=before'])
      expect(String(entered.headers['set-cookie'])).toMatch(
        /^docent_member=[\w~.-]+; Path=\/site\/docs; Max-Age=7200; HttpOnly; SameSite=Lax$/,
      )
      expect(entered.cookie).not.toContain(cookie.split('=')[1])
      const page = await onSite(closed, '/site/docs/setup', { cookie: entered.cookie })
      expect(page.status).toBe(200)
      expect(page.headers['cache-control']).toContain('private')
      expect(await statusFor(entered.cookie, '/site/other/setup')).toBe(404)
      expect((await raw(closed, '/api/projects', { cookie: entered.cookie })).status).toBe(401)
      expect(await entryOf('/site/docs/setup', entered.cookie)).toBeNull()
    })

    test('are let in by neither a secret of another kind, nor of another site, nor by an old one', async () => {
      const { cookie } = await signIn(closed)
      const entry = (await entryOf('/site/docs/setup', cookie)) ?? ''
      const stay = (await enter(cookie)).cookie.split('=')[1] ?? ''
      const setsCookie = async (path: string) =>
        (await onSite(closed, path)).headers['set-cookie'] !== undefined
      expect(await statusFor(`docent_member=${entry}`)).toBe(404)
      expect(await setsCookie(`/site/docs/setup?entry=${stay}`)).toBe(false)
      expect(await setsCookie(`/site/other/setup?entry=${entry}`)).toBe(false)
      expect(await setsCookie(`/site/docs/setup?entry=${entry.replace(/^./, 'A')}x`)).toBe(false)
      expect(await setsCookie(`/site/docs/setup?entry=${entry}`)).toBe(true)
      clock.advance(61_000)
      expect(await setsCookie(`/site/docs/setup?entry=${entry}`)).toBe(false)
      expect(await statusFor(`docent_member=${stay}`)).toBe(200)
      clock.advance(2 * 3_600_000)
      expect(await statusFor(`docent_member=${stay}`)).toBe(404)
    })

    test('of other organizations get none, and whoever leaves loses it', async () => {
      const stranger = await signIn(closed, 'owner', 'elsewhere')
      expect(await entryOf('/site/docs/setup', stranger.cookie)).toBeNull()
      await signIn(closed, 'owner')
      const leaving = await signIn(closed, 'viewer')
      const entry = await entryOf('/site/docs/setup', leaving.cookie)
      const entered = await enter(leaving.cookie)
      expect(await statusFor(entered.cookie)).toBe(200)
      const accounts = closed.running.docent.resolve<Accounts>(Accounts)
      await accounts.removeMember(organizationId('default'), userId(leaving.userId))
      expect(await statusFor(entered.cookie)).toBe(404)
      const late = await onSite(closed, `/site/docs/setup?entry=${entry}`)
      expect([late.status, late.headers['set-cookie']]).toEqual([404, undefined])
    })
  })
})

describe('the setting', () => {
  const settle = (http: object) => httpSettings({ http: HttpConfig.parse(http) }, {}).siteOrigin

  test('is an address of a host that the dashboard does not have', () => {
    const publicUrl = 'https://docent.acme.com'
    expect(settle({})).toBeUndefined()
    expect(settle({ publicUrl, siteOrigin: 'https://pages.acme.com/' })).toBe('https://pages.acme.com')
    expect(settle({ siteOrigin: 'http://localhost:3000' })).toBe('http://localhost:3000')
    for (const siteOrigin of [
      'https://docent.acme.com:8443',
      'http://DOCENT.acme.com',
      'https://docent.acme.com.',
    ])
      expect(() => settle({ publicUrl, siteOrigin }), siteOrigin).toThrow('host of the dashboard')
    expect(() => settle({ publicUrl, siteOrigin: 'https://pages.acme.com/docs' })).toThrow(
      'http.siteOrigin is',
    )
  })

  test('is taken from the environment first', () => {
    const from = (DOCENT_SITE_ORIGIN: string, http: object = {}) =>
      httpSettings({ http: HttpConfig.parse(http) }, { DOCENT_SITE_ORIGIN }).siteOrigin
    const http = { siteOrigin: 'https://pages.acme.com' }
    expect(from('https://docs.acme.com/', http)).toBe('https://docs.acme.com')
    expect(from('', http)).toBe('https://pages.acme.com')
    expect(() => from('docs.acme.com')).toThrow('DOCENT_SITE_ORIGIN is "docs.acme.com"')
    expect(() => from('https://a.com', { publicUrl: 'https://a.com' })).toThrow(
      'DOCENT_SITE_ORIGIN is on a.com, the host of the dashboard',
    )
  })

  test('is checked by docent doctor, as a proxy passes it on', async () => {
    const config = { http: { port: 0, drainMs: 2_000, siteOrigin: ORIGIN } }
    const server = await startTestServer({ config, site: 'public' })
    /** A proxy that passes the request on under this name. */
    const proxied = (host: string | undefined): typeof fetch => {
      return async (target) => {
        const { pathname, origin } = new URL(String(target))
        expect(origin).toBe(ORIGIN)
        const { port, hostname } = new URL(server.url)
        const headers = host === undefined ? {} : { host }
        return await new Promise<Response>((resolve, reject) => {
          request({ hostname, port, path: pathname, headers, agent: false }, (res) => {
            res.resume()
            resolve(
              new Response(null, {
                status: res.statusCode ?? 0,
                headers: Object.entries(res.headers).map(([name, value]) => [name, String(value)]),
              }),
            )
          })
            .on('error', reject)
            .end()
        })
      }
    }
    try {
      expect((await checkSiteOrigin(ORIGIN, proxied('pages.test'))).status).toBe('ok')
      const wrong = await checkSiteOrigin(ORIGIN, proxied(undefined))
      expect(wrong).toMatchObject({ status: 'attention', fix: expect.stringContaining('Host $host') })
      const other = await checkSiteOrigin(ORIGIN, async () => new Response('hello'))
      expect(other).toMatchObject({
        status: 'attention',
        message: `${ORIGIN} answers 200, so it seems to lead to another server`,
      })
      const none = await checkSiteOrigin(ORIGIN, () => Promise.reject(new Error('getaddrinfo ENOTFOUND')))
      expect(none.message).toContain('cannot be reached from here: getaddrinfo ENOTFOUND')
    } finally {
      await server[Symbol.asyncDispose]()
    }
  })
})
