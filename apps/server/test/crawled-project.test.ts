import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SimulatedSite, simulateSite } from '@docent/simulators'
import { SitemapDocsSource } from '@docent/source-sitemap'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let site: SimulatedSite
let server: TestServer
let directory: string

const page = (title: string, text: string) =>
  `<html lang="en"><head><title>${title} | Acme</title></head><body><nav>Menu</nav><main><h1>${title}</h1>
  <h2 id="details">Details</h2><p>${text}</p></main></body></html>`

beforeAll(async () => {
  site = await simulateSite()
  site.set('/docs/lanterns', page('Lanterns', 'A lantern shines.'))
  site.set('/docs/compasses.md', '# Compasses\n\nA compass points north.')
  site.set('/shop', page('Shop', 'A lantern costs ten.'))
  directory = await mkdtemp(join(tmpdir(), 'docent-crawl-'))
  server = await startTestServer({
    source: new SitemapDocsSource({
      directory,
      allowPrivateAddresses: true,
      requestsPerSecond: 1_000,
      // A second, so that a test sees the site read again.
      refreshMinutes: 1 / 60,
    }),
    config: {
      projects: [{ id: 'docs', source: { url: `${site.url}/docs` } }],
      indexing: { pollMinutes: 1 / 120 },
    },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

const search = async (query: string) => {
  const { status, body } = await server.call('POST', '/discovery/v1/search/docs', { body: { query } })
  expect(status).toBe(200)
  return body
}

describe('a project that is read from a website', () => {
  it('is indexed at start, and found under the addresses of the site', async () => {
    await vi.waitFor(
      async () => expect(JSON.stringify(await search('lantern'))).toContain('Lanterns'),
      10_000,
    )
    const found = JSON.stringify(await search('lantern'))
    expect(found).toContain(`${site.url}/docs/lanterns`)
    expect(found).not.toContain('/shop')
    expect(JSON.stringify(await search('compass north'))).toContain(`${site.url}/docs/compasses`)
  })

  it('is read again on its interval, and forgets what the site no longer names', async () => {
    site.set('/docs/sextants', page('Sextants', 'A sextant measures angles.'))
    site.delete('/docs/compasses.md')
    await vi.waitFor(async () => {
      expect(JSON.stringify(await search('sextant'))).toContain(`${site.url}/docs/sextants`)
      expect(JSON.stringify(await search('compass'))).not.toContain('/docs/compasses')
    }, 10_000)
  })

  it('is served on when the site is down', async () => {
    site.fail('/robots.txt', 503)
    site.fail('/sitemap.xml', 503)
    site.forget()
    await vi.waitFor(() => expect(site.requests.length).toBeGreaterThan(0), 10_000)
    expect(JSON.stringify(await search('sextant'))).toContain('/docs/sextants')
  })

  it('has no agent: a job says which setting is missing', async () => {
    const reply = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Add a page.' } })
    expect(reply.status).toBe(502)
    expect(reply.body).toMatchObject({
      code: 'git_host_misconfigured',
      detail: expect.stringMatching(/docs has no repository.*set "repository"/),
    })
  })
})
