import { describe, expect, test } from 'vitest'
import { includeCandidates } from '../../formats/markdown/expand-includes.ts'
import type { ArrangedPage, SiteLayout } from '../../layout/site-layout.ts'
import { detectLayout, detectLayoutWithin } from '../../site.ts'

type Said = Record<string, Record<string, unknown> & { title?: string }>

const configuration = (docs: string, more = '') =>
  `export default { presets: [['classic', { docs: ${docs} }]], ${more} }`

function layoutOf(texts: Record<string, string>, pages: Said = {}): SiteLayout {
  return detectLayout({
    files: [...Object.keys(texts), ...Object.keys(pages)],
    texts: new Map(Object.entries(texts)),
  })
}

/** Entries as a reader sees them, when the pages say this of themselves. */
function arranged(texts: Record<string, string>, said: Said): string[] {
  const layout = layoutOf(texts, said)
  const pages = Object.entries(said).map(([file, { title, ...frontmatter }]): [string, ArrangedPage] => [
    file,
    { path: layout.pagePath(file, frontmatter), frontmatter, ...(title !== undefined && { title }) },
  ])
  const entries = layout.arrangement?.arrange(new Map(pages)) ?? []
  return entries.map(({ path, title, breadcrumb }) => `${[...breadcrumb, title].join(' > ')}: ${path}`)
}

describe('versions of Docusaurus', () => {
  const texts = (docs: string) => ({
    'website/docusaurus.config.js': configuration(docs),
    'website/versions.json': '["2.x", "1.x"]',
  })
  const pages = [
    'docs/a.md',
    ...['2.x', '1.x', '0.x'].map((name) => `website/versioned_docs/version-${name}/a.md`),
  ]
  const addresses = (docs: string) => {
    const layout = layoutOf(texts(docs), Object.fromEntries(pages.map((page) => [page, {}])))
    return pages.map((page) => (layout.isPage(page) ? layout.pagePath(page) : undefined))
  }
  const currentOnes = (docs: string) => {
    const layout = layoutOf(texts(docs), Object.fromEntries(pages.map((page) => [page, {}])))
    return pages.slice(0, 3).map((page) => layout.isCurrentVersion?.(page))
  }

  test.each<[string, (string | undefined)[]]>([
    ["{ path: '../docs' }", ['/docs/next/a', '/docs/a', '/docs/1.x/a', undefined]],
    [
      "{ path: '../docs', lastVersion: 'current', versions: { '1.x': { path: 'old' } } }",
      ['/docs/a', '/docs/2.x/a', '/docs/old/a', undefined],
    ],
    [
      "{ path: '../docs', routeBasePath: '/', versions: { current: { path: 'dev' }, '2.x': { path: 'stable' } } }",
      ['/dev/a', '/stable/a', '/1.x/a', undefined],
    ],
    ["{ path: '../docs', includeCurrentVersion: false }", [undefined, '/docs/a', '/docs/1.x/a', undefined]],
    ["{ path: '../docs', onlyIncludeVersions: ['1.x'] }", [undefined, undefined, '/docs/1.x/a', undefined]],
    ["{ path: '../docs', disableVersioning: true }", ['/docs/a', undefined, undefined, undefined]],
  ])('with %s', (docs, expected) => {
    expect(addresses(docs)).toEqual(expected)
  })

  test.each<[string, (boolean | undefined)[]]>([
    ["{ path: '../docs' }", [false, true, false]],
    ["{ path: '../docs', lastVersion: 'current' }", [true, false, false]],
    ["{ path: '../docs', lastVersion: '1.x', versions: { '1.x': { path: 'old' } } }", [false, false, true]],
    ["{ path: '../docs', includeCurrentVersion: false }", [undefined, true, false]],
  ])('the current version is the one that readers see first, with %s', (docs, expected) => {
    expect(currentOnes(docs)).toEqual(expected)
  })

  test('has languages that the configuration builds, and no others', () => {
    const files = ['de', 'fr'].map(
      (language) => `i18n/${language}/docusaurus-plugin-content-docs/current/a.md`,
    )
    const layout = layoutOf(
      { 'docusaurus.config.js': configuration('{}', "i18n: { locales: ['en', 'de'] }") },
      Object.fromEntries(files.map((file) => [file, {}])),
    )
    expect(files.map((file) => layout.isPage(file))).toEqual([true, false])
  })

  test('is found from the folder of its pages, which is beside it', () => {
    const texts = new Map([
      ['website/docusaurus.config.js', configuration("{ path: '../docs', routeBasePath: '/' }")],
    ])
    const layout = detectLayoutWithin({ files: ['guide/a.md'], texts: new Map() }, [
      { inside: 'docs', texts },
    ])
    expect([layout.name, layout.pagePath('guide/a.md')]).toEqual(['docusaurus', '/guide/a'])
  })
})

describe('sidebars of Docusaurus', () => {
  test('names documents by their ids, and calls them as pages, sidebars, and categories say', () => {
    const sidebars = `module.exports = { main: [
      'intro',
      { type: 'doc', id: 'guides/second', label: 'By the sidebar' },
      { Short: ['named'] },
      { type: 'category', label: 'Linked', link: { type: 'doc', id: 'guides/first' }, items: ['guides/third'] },
      { type: 'link', label: 'Inside', href: '/docs/intro' },
      { type: 'link', label: 'Outside', href: 'https://example.org' },
    ] }`
    expect(
      arranged(
        {
          'docusaurus.config.js': configuration("{ sidebarPath: './sidebars.js' }"),
          'sidebars.js': sidebars,
        },
        {
          'docs/intro.md': { title: 'Introduction', sidebar_label: 'Intro' },
          'docs/guides/first.md': { title: 'First' },
          'docs/guides/2-two.md': { title: 'Second', id: 'second', slug: '/two' },
          'docs/guides/third.md': {},
          'docs/x.md': { title: 'Named', id: 'named' },
        },
      ),
    ).toEqual([
      'Intro: /docs/intro',
      'By the sidebar: /docs/two',
      'Short > Named: /docs/named',
      'Linked: /docs/guides/first',
      'Linked > third: /docs/guides/third',
      'Inside: /docs/intro',
    ])
  })

  test('makes a sidebar of folders by positions, numbers, and names', () => {
    const texts = {
      'docusaurus.config.js': configuration('{}'),
      'docs/b/_category_.json': '{ "label": "Named b", "position": 1 }',
      'docs/c/_category_.yml': 'position: 2\nlink: { type: doc, id: last }\n',
      'docs/d/_category_.yaml': 'label: [broken\n',
    }
    expect(
      arranged(texts, {
        'docs/z.md': { title: 'Z', sidebar_position: 0.5 },
        'docs/b/x.md': { title: 'X' },
        'docs/b/10-w.md': { title: 'W' },
        'docs/b/2-v.md': { title: 'V' },
        'docs/c/last.md': { title: 'Last' },
        'docs/c/index.md': { title: 'Index' },
        'docs/d/README.md': { title: 'Readme of d', sidebar_label: 'D' },
        'docs/d/more.md': { title: 'More' },
        'docs/03-e/one.md': { title: 'One' },
      }),
    ).toEqual([
      'Z: /docs/z',
      'Named b > V: /docs/b/v',
      'Named b > W: /docs/b/w',
      'Named b > X: /docs/b/x',
      'Last: /docs/c/last',
      'Last > Index: /docs/c',
      'e > One: /docs/e/one',
      'D: /docs/d',
      'D > More: /docs/d/more',
    ])
  })

  test('does not show the literal part of a sidebar as if it were all', () => {
    const texts = {
      'docusaurus.config.js': configuration("{ sidebarPath: require.resolve('./sidebars.js') }"),
      'sidebars.js': "module.exports = {\n  main: ['a', ...pages()],\n}\n",
    }
    const said = { 'docs/a.md': { title: 'A' }, 'docs/b.md': { title: 'B' } }
    expect(arranged(texts, said)).toEqual(['A: /docs/a', 'B: /docs/b'])
    expect(layoutOf(texts, said).navigation.problems).toMatchObject([
      { file: 'sidebars.js', line: 2, rule: 'navigation-computed', severity: 'warning' },
    ])
  })

  test('has none where the configuration wants none', () => {
    const texts = { 'docusaurus.config.js': configuration('{ sidebarPath: false }') }
    expect(arranged(texts, { 'docs/a.md': {} })).toEqual([])
  })

  test('leaves numbers in names that are no order', () => {
    const texts = { 'docusaurus.config.js': configuration('{ numberPrefixParser: false }') }
    expect(arranged(texts, { 'docs/01-a.md': {} })).toEqual(['01-a: /docs/01-a'])
  })

  test('leads old addresses to new ones', () => {
    const plugin = `plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/a', '/b/'], to: '/docs/c' }, { from: '/d', to: 'https://example.org' }] }]]`
    expect(
      layoutOf({ 'docusaurus.config.js': configuration('{}', plugin), 'docs/c.md': '' }).navigation.redirects,
    ).toEqual([
      { source: '/a', destination: '/docs/c' },
      { source: '/b', destination: '/docs/c' },
    ])
  })
})

describe('pictures of Docusaurus', () => {
  const layout = layoutOf({
    'website/docusaurus.config.js': configuration("{ path: '../docs' }"),
    'docs/a/b.md': '',
  })
  const placed = (text: string) => layout.rewrite?.('docs/a/b.md', text)

  test.each([
    ['![a](/img/a.png)', '![a](../../website/static/img/a.png)'],
    ['![a](@site/static/img/a.png "T")', '![a](../../website/static/img/a.png "T")'],
    ['![a](pathname:///img/a.svg)', '![a](../../website/static/img/a.svg)'],
    ['![a](./a.png) ![b](https://example.org/b.png)', '![a](./a.png) ![b](https://example.org/b.png)'],
    ['<img src="/img/a.png" />', '<img src="../../website/static/img/a.png" />'],
    ["<img src={useBaseUrl('/img/a.png')} />", '<img src="../../website/static/img/a.png" />'],
    ["<img src={require('./a.png').default} />", '<img src="./a.png" />'],
    ['![the `a` of](/img/a.png)', '![the `a` of](../../website/static/img/a.png)'],
    ['`![a](/img/a.png)`', '`![a](/img/a.png)`'],
    ['```md\n![a](/img/a.png)\n```', '```md\n![a](/img/a.png)\n```'],
  ])('%s', (written, expected) => {
    expect(placed(written)).toBe(expected)
  })
})

test('shows the pages of a language below the translated names of their categories', () => {
  const i18n = 'i18n/fr/docusaurus-plugin-content-docs'
  const texts = {
    'docusaurus.config.js': configuration("{ sidebarPath: 'sidebars.js' }"),
    'sidebars.js':
      "module.exports = { main: ['intro', { type: 'category', label: 'Guides', items: ['a', 'only'] }] }",
    [`${i18n}/current.json`]: '{"sidebar.main.category.Guides": {"message": "Manuel"}}',
  }
  const pages = {
    'docs/intro.md': {},
    'docs/a.md': { title: 'A' },
    'docs/only.md': {},
    [`${i18n}/current/intro.md`]: { title: 'Début' },
    [`${i18n}/current/a.md`]: { sidebar_label: 'Un A' },
  }
  expect(arranged(texts, pages)).toEqual([
    'intro: /docs/intro',
    'Guides > A: /docs/a',
    'Guides > only: /docs/only',
    'Début: /fr/docs/intro',
    'Manuel > Un A: /fr/docs/a',
  ])
})

test.each([
  ['', 'site', 'site/docs/a.mdx', 'site/parts/p.mdx'],
  ['site/docs', 'site', 'a.mdx', '../parts/p.mdx'],
  ['docs', 'website', 'a.mdx', '../website/parts/p.mdx'],
])('takes texts from the folder of the site, read from %j', (folder, site, page, expected) => {
  const config = `${site}/docusaurus.config.js`
  const text = configuration(site === 'website' ? "{ path: '../docs' }" : '{}')
  const source = {
    files: [page, ...(folder === '' ? [config] : [])],
    texts: new Map(folder === '' ? [[config, text]] : []),
  }
  const layout = detectLayoutWithin(
    source,
    folder === '' ? [] : [{ inside: folder, texts: new Map([[config, text]]) }],
  )
  expect(layout.name).toBe('docusaurus')
  const written = "import P from '@site/parts/p.mdx'\n\n<P />\n"
  expect(includeCandidates(page, written, layout)).toEqual([expected])
})

test('tells whether pages in Markdown are MDX', () => {
  const layout = (more: string) =>
    layoutOf({ 'docusaurus.config.js': configuration('{}', more) }, { 'docs/a.md': {} })
  expect(layout('').hasModules).toBe(true)
  expect(layout("markdown: { format: 'detect' }").hasModules).toBe(false)
})
