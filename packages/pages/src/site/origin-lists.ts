import type { Reply } from '@docent/core/plugin'
import { definePublicOperation, type PublicCall, siteOriginOf } from '@docent/http'
import { html } from '../html/html.ts'

const HEADERS = { 'Cache-Control': 'public, max-age=3600' }

export const showRobots = definePublicOperation({
  id: 'showRobots',
  summary: 'What crawlers may read',
  description: 'Allows public pages, and names the sitemap.',
  tag: 'Server',
  reply: { status: 200, description: 'robots.txt', content: { 'text/plain': undefined } },
  async handle({ services }: PublicCall): Promise<Reply> {
    const lines = [
      'User-agent: *',
      'Allow: /',
      'Disallow: /api/',
      'Disallow: /dashboard',
      'Disallow: /*?ask=',
      '',
    ]
    const body = `${lines.join('\n')}\nSitemap: ${siteOriginOf(services)}/sitemap.xml\n`
    return { kind: 'text', status: 200, type: 'text/plain; charset=utf-8', body, headers: HEADERS }
  },
})

export const showSitemapIndex = definePublicOperation({
  id: 'showSitemapIndex',
  summary: 'The sitemaps of public sites',
  tag: 'Server',
  reply: { status: 200, description: 'A sitemap index.', content: { 'application/xml': undefined } },
  async handle({ services, signal }: PublicCall): Promise<Reply> {
    const projects = await services.findProject.all({ signal })
    const sites = projects
      .filter(({ site }) => site === 'public')
      // The most that one file may name, https://www.sitemaps.org/protocol.html.
      .slice(0, 50_000)
      .map(
        ({ domain }) =>
          html`<sitemap><loc>${siteOriginOf(services)}/site/${domain}/sitemap.xml</loc></sitemap>\n`,
      )
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${html`${sites}`.markup}</sitemapindex>\n`
    return { kind: 'text', status: 200, type: 'application/xml; charset=utf-8', body, headers: HEADERS }
  },
})
