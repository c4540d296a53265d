import { describe, expect, test } from 'vitest'
import { isLayoutFile } from '../generators/layout-file.ts'
import { detectLayout } from '../site.ts'
import { linesLinkingTo } from './lines-linking-to.ts'
import { rewriteSiteLinks } from './rewrite-site-links.ts'
import { SiteMap } from './site-map.ts'

const SITES: Record<string, Record<string, string>> = {
  vitepress: { 'docs/.vitepress/config.ts': 'export default {}\n', 'docs/index.md': '' },
  docusaurus: {
    'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: {} }]] }\n",
    'docs/intro.mdx': '',
  },
  hugo: { 'hugo.toml': "baseURL = 'https://x.example/'\n", 'content/_index.md': '' },
  gitbook: { 'SUMMARY.md': '* [Home](README.md)\n* [B](guide/b.md)\n', 'README.md': '' },
  sphinx: { '_toc.yml': 'root: index\n', 'index.md': '' },
  starlight: {
    'astro.config.mjs':
      "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({})] }\n",
    'src/content/docs/index.mdx': '',
  },
}

/** The page of a site after another one was renamed from `b` to `bee` in its folder. */
function renamed(site: keyof typeof SITES, folder: string, page: string, source: string) {
  const files = { ...SITES[site], [page]: source, [`${folder}/b.md`]: '' }
  const texts = new Map(Object.entries(files).filter(([file]) => isLayoutFile(file)))
  const mapOf = (all: Set<string>) =>
    new SiteMap({ layout: detectLayout({ files: [...all], texts }), files: all }, all)
  const before = mapOf(new Set(Object.keys(files)))
  const now = new Set(Object.keys(files))
  now.delete(`${folder}/b.md`)
  now.add(`${folder}/bee.md`)
  const moves = new Map([[`${folder}/b.md`, `${folder}/bee.md`]])
  const { text, lost } = rewriteSiteLinks(source, page, { before, after: mapOf(now), moves })
  expect(lost).toEqual([])
  return { text, lines: linesLinkingTo(source, page, `${folder}/b.md`, before) }
}

describe('addresses of a page that are no links', () => {
  const cases: [string, keyof typeof SITES, string, string, string, string][] = [
    [
      'frontmatter, at any depth',
      'vitepress',
      'docs/guide',
      'docs/guide/a.md',
      '---\ntitle: guide/b\nslug: /guide/b\nnext:\n  text: b\n  link: "/guide/b#top" # b\nprev: ./b\nrelated: [b, /guide/b.html]\nhero:\n  actions:\n    - text: Go\n      link: /guide/b\n---\n',
      '---\ntitle: guide/b\nslug: /guide/b\nnext:\n  text: b\n  link: "/guide/bee#top" # b\nprev: ./bee\nrelated: [bee, /guide/bee.html]\nhero:\n  actions:\n    - text: Go\n      link: /guide/bee\n---\n',
    ],
    [
      'frontmatter in TOML',
      'hugo',
      'content/docs',
      'content/x.md',
      '+++\ntitle = "b"\nnext = "/docs/b/"\n[card]\nlink = "docs/b"\n+++\n',
      '+++\ntitle = "b"\nnext = "/docs/bee/"\n[card]\nlink = "docs/bee"\n+++\n',
    ],
    [
      'attributes of components, and values in them',
      'docusaurus',
      'docs/guides',
      'docs/a.mdx',
      'export const cards = [{ href: "/docs/guides/b", title: "b" }]\n\n<Link to="/docs/guides/b">b</Link> <Cards items={[{ to: \'/docs/guides/b?x=1\' }]} /> <Btn link="./guides/b.md" label="b" />\n',
      'export const cards = [{ href: "/docs/guides/bee", title: "b" }]\n\n<Link to="/docs/guides/bee">b</Link> <Cards items={[{ to: \'/docs/guides/bee?x=1\' }]} /> <Btn link="./guides/bee.md" label="b" />\n',
    ],
    [
      'the names of documents, from another folder',
      'docusaurus',
      'docs/guides',
      'docs/more/a.mdx',
      '---\npagination_next: guides/b\npagination_prev: null\n---\n',
      '---\npagination_next: guides/bee\npagination_prev: null\n---\n',
    ],
    [
      'shortcodes',
      'hugo',
      'content/docs',
      'content/docs/a.md',
      '{{< card link="docs/b" title="b" >}} {{% button href="/docs/b/" %}}b{{% /button %}} {{< cta relref="b" >}}\n',
      '{{< card link="docs/bee" title="b" >}} {{% button href="/docs/bee/" %}}b{{% /button %}} {{< cta relref="bee" >}}\n',
    ],
    [
      'tags of templates',
      'gitbook',
      'guide',
      'README.md',
      '{% content-ref url="guide/b.md" %}\n[b](guide/b.md)\n{% endcontent-ref %}\n\n{% embed url="guide/b.md" %}\n',
      '{% content-ref url="guide/bee.md" %}\n[b](guide/bee.md)\n{% endcontent-ref %}\n\n{% embed url="guide/bee.md" %}\n',
    ],
    [
      'options of directives',
      'sphinx',
      'guide',
      'index.md',
      ':::{grid-item-card} b\n:link: guide/b\n:link-type: doc\n:::\n',
      ':::{grid-item-card} b\n:link: guide/bee\n:link-type: doc\n:::\n',
    ],
    [
      'frontmatter with slashes at the ends',
      'starlight',
      'src/content/docs/guides',
      'src/content/docs/guides/a.md',
      '---\nnext:\n  link: /guides/b/\n---\n<LinkCard href="../b/" /> <Card to=/guides/b/ />\n',
      '---\nnext:\n  link: /guides/bee/\n---\n<LinkCard href="../bee/" /> <Card to=/guides/bee/ />\n',
    ],
  ]
  test.each(cases)('follow it: %s', (_, site, folder, page, source, now) => {
    const { text, lines } = renamed(site, folder, page, source)
    expect(text).toBe(now)
    expect(lines.length).toBeGreaterThan(0)
  })

  test('stay in code, and where a word is no address', () => {
    const source =
      'Say "b", or "/nowhere". `link="/guide/b"`\n\n```html\n<Btn link="/guide/b" />\n```\n\n    { "href": "/guide/b" }\n\n<Tab title="b" value="b" mime="text/html" />\n'
    expect(renamed('vitepress', 'docs/guide', 'docs/guide/a.md', source)).toEqual({ text: source, lines: [] })
  })
})
