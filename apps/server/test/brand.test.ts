import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitDocsSource } from '@docent/source-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from './sign-in.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
const base64 = (text: string) => Buffer.from(text).toString('base64')

let directory: string
let source: GitDocsSource
let server: TestServer
let owner: Record<string, string>
let viewer: Record<string, string>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-brand-'))
  source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
  const docs = { 'docs.json': '{"navigation":{"pages":["index"]}}', 'index.mdx': '# Welcome' }
  server = await startTestServer({ source, docs, site: 'public' })
  await server.running.indexing.settled()
  owner = { ...(await signIn(server)).headers, origin: server.url }
  viewer = { ...(await signIn(server, 'viewer')).headers, origin: server.url }
}, 60_000)

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await source?.close()
  await rm(directory, { recursive: true, force: true })
})

const at = '/api/projects/docs/brand'
const call = (method: string, path: string, body?: object, headers = owner) =>
  server.call(method, path, { key: null, headers, ...(body && { body }) })
const upload = (slot: string, content: string, headers = owner) =>
  call('PUT', `${at}/files/${slot}`, { content: base64(content) }, headers)

describe('the brand of a project', () => {
  test('is empty at first, and changed by those who manage the project alone', async () => {
    expect(await call('GET', at, undefined, viewer)).toMatchObject({ status: 200, body: { files: {} } })
    expect((await call('PUT', at, { accent: '#5b21b6' }, viewer)).status).toBe(403)
    expect((await upload('logo-light', SVG, viewer)).status).toBe(403)
    expect((await call('DELETE', `${at}/files/font`, undefined, viewer)).status).toBe(403)
    expect((await call('PUT', at, { accent: '#5b21b6' }, {})).status).toBe(401)
  })

  test.each([
    [{ accent: 'red;} body{display:none' }, 'accent'],
    [{ accent: 'url(//evil.test)' }, 'accent'],
    [{ headerLinks: [{ label: 'x', url: 'javascript:alert(1)' }] }, 'headerLinks[0].url'],
    [{ footerLinks: [{ label: 'x', url: '//evil.test' }] }, 'footerLinks[0].url'],
    [{ css: 'a'.repeat(40_001) }, 'css'],
    [{ script: 'alert(1)' }, 'script'],
  ])('refuses %j, and names the field', async (settings, field) => {
    const { status, body } = await call('PUT', at, settings)
    expect(status).toBe(400)
    expect(JSON.stringify(body.issues)).toContain(field)
  })

  test('refuses files that can do something, and places that are not there', async () => {
    const active = await upload('logo-light', SVG.replace('<path', '<script>1</script><path'))
    expect(active).toMatchObject({ status: 400, body: { issues: [{ path: 'logo-light' }] } })
    expect((await upload('font', '<html>')).status).toBe(400)
    expect((await upload('anything', SVG)).status).toBe(404)
  })

  test('is shown by the pages, the widget, and its files, which run nothing', async () => {
    const settings = {
      name: 'Acme & Co',
      accent: '#5B21B6',
      headerLinks: [{ label: 'Support <3', url: 'https://acme.test/support' }],
      footerLinks: [{ label: 'Imprint', url: '/imprint' }],
      css: '.content{letter-spacing:1px}</style><script>alert(1)</script>',
    }
    expect((await call('PUT', at, settings)).status).toBe(200)
    await upload('logo-light', SVG)
    await upload('favicon', SVG)
    const { body } = await upload('font', 'wOF2 is a font')
    expect(body).toMatchObject({ ...settings, files: { font: { type: 'font/woff2', bytes: 14 } } })

    const logo = await server.call('GET', body.files['logo-light'].path, { key: null })
    expect(logo).toMatchObject({ status: 200, text: SVG })
    expect(logo.headers.get('content-type')).toBe('image/svg+xml')
    expect(logo.headers.get('content-security-policy')).toContain('sandbox')
    expect(logo.headers.get('x-content-type-options')).toBe('nosniff')

    const page = await call('GET', '/site/docs/')
    expect(page.text).toContain(
      `<img class="logo" src="${body.files['logo-light'].path}" alt="Acme &amp; Co"`,
    )
    expect(page.text).toContain('<a href="https://acme.test/support" rel="noopener">Support &lt;3</a>')
    expect(page.text).toContain('<a href="/imprint" rel="noopener">Imprint</a>')
    expect(page.text).toContain(`<link rel="icon" href="${body.files.favicon.path}">`)
    // The style is a file of its own: nothing of it can end up in the page.
    expect(page.text).not.toContain('alert(1)')
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self';.*font-src 'self'/)
    const [, style = ''] = /href="(\/assets\/brand\/docs\/style\.[^"]+)"/.exec(page.text) ?? []
    const css = await server.call('GET', style, { key: null })
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(css.text).toContain('--docent-accent:#5B21B6')
    expect(css.text).toContain(`src:url("${body.files.font.path}")`)

    const widget = await server.call('POST', '/discovery/v1/brand/docs')
    expect(widget.body).toEqual({
      name: 'Acme & Co',
      accent: '#5B21B6',
      logo: { light: body.files['logo-light'].path, dark: null },
      variants: false,
      support: false,
    })
    expect((await server.call('POST', '/discovery/v1/brand/docs', { key: null })).status).toBe(401)
  })

  test('has files at addresses that name their content, until they are gone', async () => {
    const { body } = await call('GET', at)
    const { path } = body.files['logo-light']
    expect((await server.call('GET', path.replace(/\.[^.]+\./, '.guessed.'), { key: null })).status).toBe(404)
    expect((await server.call('GET', path.replace('/docs/', '/other/'), { key: null })).status).toBe(404)
    const removed = await call('DELETE', `${at}/files/logo-light`)
    expect(removed.body.files).not.toHaveProperty('logo-light')
    expect((await server.call('GET', path, { key: null })).status).toBe(404)
    expect((await call('GET', '/site/docs/')).text).toContain('>Acme &amp; Co</a>')
  })
})
