import { describe, expect, test } from 'vitest'
import { parsePage } from '../../formats/markdown/parse-page.ts'
import type { SiteLayout } from '../../layout/site-layout.ts'
import { detectLayout } from '../../site.ts'
import { isLayoutFile } from '../layout-file.ts'

function layoutOf(tree: Record<string, string>): SiteLayout {
  const texts = Object.entries(tree).filter(([path]) => isLayoutFile(path))
  return detectLayout({ files: Object.keys(tree), texts: new Map(texts) })
}

const files = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, '']))
const paths = (layout: SiteLayout, ...of: string[]) => of.map((file) => layout.pagePath(file))

describe('Hugo', () => {
  const content = files('content/_index.md', 'content/docs/_index.md', 'content/docs/Getting Started.md')

  test.each([
    ['hugo.toml', 'baseURL = "https://example.org/"'],
    ['hugo.yaml', 'baseURL: https://example.org/'],
    ['hugo.json', '{"baseURL": "https://example.org/"}'],
    ['config/_default/hugo.toml', ''],
    ['config.toml', 'title = "A"\nbaseURL = "https://example.org/"'],
    ['config/_default/config.yaml', 'theme: docsy'],
  ])('is known by %s', (file, text) => {
    const layout = layoutOf({ [file]: text, ...content, 'README.md': '', 'archetypes/default.md': '' })
    expect(layout).toMatchObject({ name: 'hugo', root: 'content' })
    expect(paths(layout, ...Object.keys(content))).toEqual(['/', '/docs', '/docs/getting-started'])
    expect(['README.md', 'archetypes/default.md'].map(layout.isPage)).toEqual([false, false])
  })

  test('is not taken from a config.toml of something else', () => {
    expect(layoutOf({ 'config.toml': 'port = 1', ...content }).name).toBe('plain')
    expect(layoutOf({ 'config.toml': 'theme = "x"', 'guide.md': '' }).name).toBe('plain')
  })

  test('makes one page of a bundle, and none of what lies in it', () => {
    const layout = layoutOf({
      'hugo.toml': '',
      ...files(
        'content/a/index.md',
        'content/a/part.md',
        'content/a/deep/more.md',
        'content/b/_index.md',
        'content/b/c.md',
      ),
    })
    const all = ['content/a/index.md', 'content/a/part.md', 'content/a/deep/more.md', 'content/b/c.md']
    expect(all.map(layout.isPage)).toEqual([true, false, false, true])
    expect(paths(layout, 'content/a/index.md', 'content/b/_index.md')).toEqual(['/a', '/b'])
  })

  test.each([
    ['content/docs/a.md', { slug: 'my-page' }, '/docs/my-page'],
    ['content/docs/a/index.md', { slug: 'mine' }, '/docs/mine'],
    ['content/docs/_index.md', { slug: 'not-for-sections' }, '/docs'],
    ['content/docs/a.md', { url: '/elsewhere/Page/' }, '/elsewhere/Page'],
    ['content/docs/a.md', { url: 'below/index.html' }, '/below'],
    ['content/docs/What is new (v2)?.md', {}, '/docs/what-is-new-v2'],
  ])('gives %s with %j the address %s', (file, frontmatter, path) => {
    expect(layoutOf({ 'hugo.toml': '', [file]: '' }).pagePath(file, frontmatter)).toBe(path)
  })

  test('keeps the case of addresses where the site does', () => {
    expect(
      paths(layoutOf({ 'hugo.toml': 'disablePathToLower = true', 'content/A.md': '' }), 'content/A.md'),
    ).toEqual(['/A'])
  })

  describe('in several languages', () => {
    const config = 'defaultContentLanguage = "en"\n[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n'

    test('tells them by the ending of the name', () => {
      const layout = layoutOf({
        'hugo.toml': config,
        ...files('content/a.md', 'content/a.fr.md', 'content/b/_index.fr.md', 'content/c.de.md'),
      })
      expect(
        paths(layout, 'content/a.md', 'content/a.fr.md', 'content/b/_index.fr.md', 'content/c.de.md'),
      ).toEqual(['/a', '/fr/a', '/fr/b', '/c.de'])
      expect(['content/a.md', 'content/a.fr.md'].map(layout.language)).toEqual(['en', 'fr'])
    })

    test('tells them by their folders', () => {
      const own = config
        .replace('weight = 1', 'contentDir = "content/en"')
        .replace('weight = 2', 'contentDir = "content/fr"')
      const layout = layoutOf({ 'hugo.toml': own, ...files('content/en/a.md', 'content/fr/a.md') })
      expect(paths(layout, 'content/en/a.md', 'content/fr/a.md')).toEqual(['/a', '/fr/a'])
      const inFolder = layoutOf({
        'hugo.toml': `defaultContentLanguageInSubdir = true\n${own}`,
        ...files('content/en/a.md'),
      })
      expect(paths(inFolder, 'content/en/a.md')).toEqual(['/en/a'])
    })

    test('follows mounts', () => {
      const layout = layoutOf({
        'hugo.toml':
          '[[module.mounts]]\nsource = "docs"\ntarget = "content/docs"\n[[module.mounts]]\nsource = "pages/fr"\ntarget = "content"\nlang = "fr"\n',
        ...files('docs/a.md', 'pages/fr/b.md', 'content/c.md'),
      })
      expect(paths(layout, 'docs/a.md', 'pages/fr/b.md')).toEqual(['/docs/a', '/fr/b'])
      expect(layout.isPage('content/c.md')).toBe(false)
    })
  })

  test('knows the older addresses that a page names', () => {
    const config = 'defaultContentLanguage = "en"\n[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n'
    const layout = layoutOf({ 'hugo.toml': config, ...files('content/docs/a.md', 'content/docs/a.fr.md') })
    const aliases = (file: string, of: unknown) => layout.aliases?.(file, { aliases: of })
    expect(aliases('content/docs/a.md', ['/old/', 'sibling', 7])).toEqual(['/old', '/docs/sibling'])
    expect(aliases('content/docs/a.fr.md', '/vieux/')).toEqual(['/fr/vieux'])
    expect(aliases('content/docs/a.md', undefined)).toEqual([])
  })

  test('writes references as the addresses that they mean, and leaves other shortcodes', () => {
    const layout = layoutOf({
      'hugo.toml': '',
      ...files(
        'content/docs/_index.md',
        'content/docs/a.md',
        'content/docs/b/index.md',
        'content/blog/only.md',
        'content/blog/a.md',
      ),
    })
    const written = (text: string) => layout.rewrite?.('content/docs/a.md', text)
    expect(written('[b]({{< relref "b" >}}) [b]({{% ref "/docs/b/index.md#part" %}})')).toBe(
      '[b](/docs/b) [b](/docs/b#part)',
    )
    expect(written('[s]({{<ref "/docs">}}) [o]({{< relref "only.md" >}}) [a]({{< relref "a.md" >}})')).toBe(
      '[s](/docs) [o](/blog/only) [a](/docs/a)',
    )
    expect(written('[here]({{< relref "#part" >}}) [gone]({{< ref path="gone.md" lang="fr" >}})')).toBe(
      '[here](#part) [gone](/gone)',
    )
    expect(written('{{< figure src="/a.png" >}}')).toBe('{{< figure src="/a.png" >}}')
    expect(written('{{</* relref "b" */>}} and {{ .Title }}')).toBe('{{</* relref "b" */>}} and {{ .Title }}')
  })
})

describe('frontmatter in TOML', () => {
  const page = (source: string) => parsePage('a.md', source)

  test('says what YAML does', () => {
    const { page: read, problems } = page(
      '+++\ntitle = "A page"\ndraft = true\ngroups = ["staff"]\ntags = ["x"]\n+++\n\n# Heading\n\nText.\n',
    )
    expect(read).toMatchObject({ title: 'A page', draft: true, groups: ['staff'], tags: ['x'] })
    expect(read.content.trim()).toBe('# Heading\n\nText.')
    expect(problems).toEqual([])
  })

  test('that cannot be read is told, and opens no limited page', () => {
    const { page: read, problems } = page('+++\ntitle = A\ngroups = ["staff"]\n+++\n\nText.\n')
    expect(read.groups).toEqual(['docent:unreadable-groups'])
    expect(problems).toMatchObject([{ line: 2, message: expect.stringContaining('TOML') }])
  })

  test('is not what only looks alike', () => {
    expect(page('+++ plus\n\nText.').page.content).toBe('+++ plus\n\nText.')
    expect(page('+++\nText.').page.content).toBe('+++\nText.')
  })

  test('writes settings of the page and of the site, and texts of other files', () => {
    const layout = layoutOf({
      'config/_default/hugo.toml': '',
      'config/_default/params.yaml': 'release: 1.2\nimages: { base: acme }',
      'layouts/shortcodes/latest.html': '{{- site.Params.release -}}',
      'layouts/shortcodes/year.html': '{{ now.Year }}',
      ...files('content/docs/a.md', 'content/docs/part.md', 'examples/a.yaml'),
    })
    const text = [
      '---\nown: mine\n---\n{{< param own >}} {{% param "images.base" %}}',
      '{{< latest >}} {{< year >}} {{< param none >}}',
    ].join(' ')
    const written = layout.rewrite?.('content/docs/a.md', text)
    expect(written).toContain('mine acme 1.2 {{< year >}} {{< param none >}}')
    const found = layout.includes?.(
      'content/docs/a.md',
      '{{% readfile "part.md" %}} {{< codenew file="/examples/a.yaml" >}}',
    )
    expect(
      found?.map(({ candidates }) =>
        candidates.filter((file) => /^(?:content\/docs\/part.md|examples)/.test(file)),
      ),
    ).toEqual([['content/docs/part.md'], ['examples/a.yaml']])
    expect(found?.[0]?.select?.('---\na: b\n---\nText.')).toBe('Text.')
    expect(found?.[1]?.select?.('a: b')).toBe('```yaml\na: b\n```')
  })

  test('shows sections by weight, then the newest first, without what themes hide', () => {
    const layout = layoutOf({ 'hugo.toml': '' })
    const page = (path: string, frontmatter: Record<string, unknown> = {}) => ({
      path,
      title: path,
      frontmatter,
    })
    const entries = layout.arrangement?.arrange(
      new Map([
        ['content/docs/_index.md', page('/docs', { linkTitle: 'Manual', weight: 2 })],
        ['content/first.md', page('/first', { weight: 1 })],
        ['content/index.md', page('/')],
        ['content/docs/b.md', page('/docs/b', { weight: 20 })],
        ['content/docs/a.md', page('/docs/a', { weight: 30 })],
        ['content/docs/deep/c.md', page('/docs/deep/c')],
        ['content/docs/secret.md', page('/docs/secret', { toc_hide: true })],
        ['content/news/old.md', page('/news/old', { date: '2020-01-01' })],
        ['content/news/new.md', page('/news/new', { date: '2021-01-01' })],
      ]),
    )
    expect(entries?.map(({ path, breadcrumb }) => [path, ...breadcrumb])).toEqual([
      ['/'],
      ['/first'],
      ['/docs'],
      ['/docs/b', 'Manual'],
      ['/docs/a', 'Manual'],
      ['/docs/deep/c', 'Manual'],
      ['/news/new', 'News'],
      ['/news/old', 'News'],
    ])
  })
})
