import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulateSite } from '@docent/simulators'
import { type DocsSourceContext, docsSourceContract, makeProject } from '@docent/testing'
import { SitemapDocsSource } from './sitemap-docs-source.ts'

docsSourceContract('sitemap', async (): Promise<DocsSourceContext> => {
  const directory = await mkdtemp(join(tmpdir(), 'source-sitemap-'))
  const site = await simulateSite()
  site.set('/index.mdx', '# Hello')
  const [source, peer] = ['one', 'two'].map(
    (name) =>
      new SitemapDocsSource({
        directory: join(directory, name),
        allowPrivateAddresses: true,
        requestsPerSecond: 1_000,
        concurrency: 16,
      }),
  ) as [SitemapDocsSource, SitemapDocsSource]
  const projectOf = (url: string) => makeProject({ source: { plugin: 'sitemap', url } })
  return {
    source,
    peer,
    project: projectOf(site.url),
    broken: projectOf(`${site.url}/missing/sitemap.xml`),
    foreign: makeProject({ repository: site.url }),
    hasNavigation: false,
    remote: async () => {
      throw new Error('A website has no remote.')
    },
    async publish(files) {
      for (const [path, content] of Object.entries(files)) {
        if (content === null) site.delete(`/${path}`)
        else site.set(`/${path}`, { body: content })
      }
    },
    async close() {
      await site[Symbol.asyncDispose]()
      await rm(directory, { recursive: true, force: true })
    },
  }
})
