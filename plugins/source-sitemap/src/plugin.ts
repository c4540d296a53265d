import { join } from 'node:path'
import { definePlugin } from '@docent/core/plugin'
import { SitemapOptions } from './options.ts'
import { SitemapDocsSource } from './sitemap-docs-source.ts'

/**
 * Documentation out of websites, by their llms.txt and sitemaps.
 *
 * @example
 * export default defineConfig({
 *   plugins: [sourceSitemap()],
 *   projects: [{ id: 'docs', source: { url: 'https://docs.example.com' } }],
 * })
 */
export const sourceSitemap = definePlugin({
  name: 'source-sitemap',
  options: SitemapOptions,
  setup: (options, host) => {
    const directory = options.directory ?? join(host.dataDirectory, 'cache', 'source-sitemap')
    const allowPrivateAddresses = options.allowPrivateAddresses ?? host.env.DOCENT_CRAWL_PRIVATE === '1'
    host.addDocsSource(
      new SitemapDocsSource(
        { ...options, directory, allowPrivateAddresses },
        { logger: host.logger, clock: host.clock },
      ),
    )
  },
})
