import { sitemapOf, sitemapUrl } from '@docent/simulators'
import { cpuTimeOf } from '@docent/testing'
import { expect, test } from 'vitest'
import { readLlmsTxt } from './read-llms-txt.ts'
import { readSitemap } from './read-sitemap.ts'

test('reads pages with their dates, and entities as what they stand for', async () => {
  const text = sitemapOf([sitemapUrl('https://a.com/x?a=1&b=2', '2026-01-15'), sitemapUrl('https://a.com/y')])
  expect(await readSitemap(text)).toEqual({
    pages: [{ loc: 'https://a.com/x?a=1&b=2', lastmod: '2026-01-15' }, { loc: 'https://a.com/y' }],
    sitemaps: [],
  })
})

test('reads an index, prefixes, CDATA and comments, and passes over extensions', async () => {
  const text = `\ufeff<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>
    <sm:sitemapindex xmlns:sm="x"><!-- <sm:sitemap><sm:loc>no</sm:loc></sm:sitemap> -->
    <sm:sitemap><sm:loc> <![CDATA[https://a.com/1.xml?a&b]]> </sm:loc></sm:sitemap></sm:sitemapindex>`
  expect((await readSitemap(text)).sitemaps).toEqual([{ loc: 'https://a.com/1.xml?a&b' }])
  const images = `<urlset><url><image:image><image:loc>https://a.com/a.png</image:loc></image:image>
    <loc>https://a.com/&#228;</loc><xhtml:link rel="alternate" href="https://a.com/de"/></url><url><loc/></url></urlset>`
  expect((await readSitemap(images)).pages).toEqual([{ loc: 'https://a.com/ä' }])
})

test('reads lists of addresses, and as much of a broken file as there is', async () => {
  const lines = await readSitemap('https://a.com/1\r\nhttps://a.com/2\n\nno')
  expect(lines.pages.map(({ loc }) => loc)).toEqual(['https://a.com/1', 'https://a.com/2'])
  const cut = await readSitemap('<urlset><url><loc>https://a.com/1</loc></url><url><loc>https://a')
  expect(cut.pages).toHaveLength(1)
  const nested = `<urlset>${'<x>'.repeat(200_000)}${'</y>'.repeat(200_000)}`
  expect(await cpuTimeOf(() => readSitemap(nested))).toBeLessThan(2_000)
})

test('knows no entity that a document declares, and none of HTML', async () => {
  const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
  const text = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${laughs.join('')}
    <!ENTITY file SYSTEM "file:///etc/passwd">]><urlset>
    <url><loc>https://a.com/&l20;&file;&eacute;&lt;</loc></url></urlset>`
  expect((await readSitemap(text)).pages).toEqual([{ loc: 'https://a.com/&l20;&file;&eacute;<' }])
})

test('reads a sitemap of the largest size in time, and lets others have their turns', async () => {
  const url = '<url><loc>https://a.com/some/longer/path/of/a/page</loc><lastmod>2026-01-15</lastmod></url>'
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const { pages } = await readSitemap(`<urlset>${url.repeat(50_000)}</urlset>`)
  clearInterval(timer)
  expect(pages).toHaveLength(50_000)
  expect(turns).toBeGreaterThan(3)
})

test('reads the links of an llms.txt in their order', () => {
  const text = `# Site\n\n> About [it](https://a.com/about)\n\n## Docs\n\n- [A](https://a.com/a.md): first
- [B](/b.md)\n\n\`\`\`\n[no](/code.md)\n\`\`\`\n\n## Optional\n\n- [C](c.html) ![i](/i.png) [d](#d)\n`
  expect(readLlmsTxt(text)).toEqual(['https://a.com/about', 'https://a.com/a.md', '/b.md', 'c.html'])
})
