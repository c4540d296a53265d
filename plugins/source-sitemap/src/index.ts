export { SitemapOptions, type SitemapSettings } from './options.ts'
export { sourceSitemap } from './plugin.ts'
export { SitemapDocsSource, type SitemapDocsSourceDependencies } from './sitemap-docs-source.ts'
