import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocsSource, PluginHost } from '@docent/core/plugin'
import { simulateSite } from '@docent/simulators'
import { makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { sourceSitemap } from './plugin.ts'
import { SitemapDocsSource } from './sitemap-docs-source.ts'

function makeHost(dataDirectory = '/nonexistent', env: Record<string, string> = {}) {
  const sources: DocsSource[] = []
  const log = () => undefined
  const host = {
    dataDirectory,
    env,
    clock: { now: Date.now },
    logger: { debug: log, info: log, warn: log, error: log },
    addDocsSource: (source: DocsSource) => void sources.push(source),
  } as unknown as PluginHost
  return { host, sources }
}

test('registers the source, and opens nothing', () => {
  const { host, sources } = makeHost()
  sourceSitemap({ refreshMinutes: 5 }).install(host)
  expect(sources).toEqual([expect.any(SitemapDocsSource)])
  expect(sources[0]).toMatchObject({ name: 'sitemap', refreshMinutes: 5 })
})

test('refuses an unknown option by its name', () => {
  expect(() => sourceSitemap({ maxPage: 1 } as object).install(makeHost().host)).toThrow(
    /source-sitemap.*maxPage/,
  )
})

test('reads private addresses when option or environment say so, and the option wins', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'source-sitemap-'))
  await using site = await simulateSite()
  site.set('/a', '<h1>A</h1>')
  const project = makeProject({ source: { plugin: 'sitemap', url: site.url } })
  const remote = async () => {
    throw new Error('A website has no remote.')
  }
  const list = async (options: object, env: Record<string, string>) => {
    const { host, sources } = makeHost(directory, env)
    sourceSitemap(options).install(host)
    return sources[0]?.list(project, { remote })
  }
  const environment = { DOCENT_CRAWL_PRIVATE: '1' }
  await expect(list({}, {})).rejects.toThrow(/DOCENT_CRAWL_PRIVATE=1/)
  await expect(list({ allowPrivateAddresses: false }, environment)).rejects.toThrow(/not public/)
  expect((await list({}, environment))?.files).toHaveLength(1)
  expect((await list({ allowPrivateAddresses: true }, {}))?.files).toHaveLength(1)
  await rm(directory, { recursive: true, force: true })
})
