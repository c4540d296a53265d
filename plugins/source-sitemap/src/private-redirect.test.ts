import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AddressLookup, DocentError, defaultBackoff } from '@docent/core/plugin'
import { simulateSite } from '@docent/simulators'
import { makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { HostPacer } from './http/host-pacer.ts'
import { HttpFetcher } from './http/http-fetcher.ts'
import { SiteClient } from './http/site-client.ts'
import { SitemapDocsSource } from './sitemap-docs-source.ts'

test('a site on this machine is not read, and the error names the option', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'source-sitemap-'))
  await using site = await simulateSite()
  site.set('/a', '<h1>A</h1>')
  const source = new SitemapDocsSource({ directory })
  const project = makeProject({ source: { plugin: 'sitemap', url: site.url } })
  const remote = async () => {
    throw new Error('A website has no remote.')
  }
  await expect(source.list(project, { remote })).rejects.toMatchObject({
    code: 'configuration',
    isRetryable: false,
    message: expect.stringMatching(/"allowPrivateAddresses".*"source\.url"/),
  })
  expect(site.requests).toEqual([])
  await rm(directory, { recursive: true, force: true })
})

test.each(['127.0.0.1', '[::1]', '169.254.169.254', 'inside.example'])(
  'a redirect of a public page to %s is refused before a connection is made',
  async (target) => {
    await using site = await simulateSite()
    const { port } = new URL(site.url)
    // The name of the site is the one that stands for a public address here.
    const lookup: AddressLookup = (name, _options, callback) =>
      callback(null, [{ address: name === 'inside.example' ? '10.0.0.8' : '93.184.215.14', family: 4 }])
    const strict = new HttpFetcher({
      userAgent: 'DocentBot',
      timeoutMs: 1_000,
      allowPrivateAddresses: false,
      lookup,
    })
    const requests: string[] = []
    const client = new SiteClient({
      fetcher: {
        async get(request) {
          requests.push(request.url.href)
          if (request.url.hostname !== 'docs.example') return strict.get(request)
          const isPage = request.url.pathname === '/a'
          const headers = isPage ? { location: `http://${target}:${port}/secret` } : {}
          return { status: isPage ? 302 : 404, headers, body: new Uint8Array(), isTooLarge: false }
        },
      },
      pacer: new HostPacer({
        clock: { now: Date.now },
        sleep: defaultBackoff.sleep,
        requestsPerSecond: 1_000,
        maxPauseMs: 1_000,
      }),
      backoff: defaultBackoff,
      now: Date.now,
      attempts: 1,
      product: 'DocentBot',
      maxCrawlDelayMs: 1_000,
      maxPauseMs: 1_000,
      isSite: () => false,
    })
    const reading = client.get({
      url: new URL('http://docs.example/a'),
      maxBytes: 1_000,
      signal: new AbortController().signal,
      // Even where the site's own rules would let it through.
      mayRead: () => true,
    })
    const error = await reading.catch((reason: unknown) => reason)
    expect(DocentError.is(error, 'forbidden')).toBe(true)
    expect(site.requests).toEqual([])
    expect(requests.some((url) => url.startsWith('http://docs.example/a'))).toBe(true)
    strict.close()
  },
)
