import { describe, expect, test } from 'vitest'
import { expandIncludes } from '../formats/markdown/expand-includes.ts'
import type { SiteLayout } from '../layout/site-layout.ts'
import { detectLayout } from '../site.ts'
import { isLayoutFile } from './layout-file.ts'
import { namedSettings } from './named-settings.ts'

/** A repository: its files with the texts that matter. */
function layoutOf(tree: Record<string, string>): SiteLayout {
  const files = Object.keys(tree)
  const texts = new Map(Object.entries(tree).filter(([path]) => isLayoutFile(path)))
  for (const path of namedSettings(texts, files)) if (path in tree) texts.set(path, tree[path] ?? '')
  return detectLayout({ files, texts })
}

function tree(...files: string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, '']))
}

const paths = (layout: SiteLayout, ...files: string[]) => files.map((file) => layout.pagePath(file))
const listed = (layout: SiteLayout) =>
  layout.navigation.pages.map(({ path, breadcrumb }) => [path, ...breadcrumb])

describe('a plain folder', () => {
  test('makes every file a page under its path', () => {
    const layout = layoutOf(tree('index.md', 'guides/index.mdx', 'guides/a.md'))
    expect(layout.name).toBe('plain')
    expect(paths(layout, 'index.md', 'guides/index.mdx', 'guides/a.md')).toEqual([
      '/',
      '/guides',
      '/guides/a',
    ])
  })

  test('takes folders that mirror each other for translations, and no others', () => {
    const layout = layoutOf(
      tree('start.md', 'api.md', 'de/start.md', 'zh-cn/start.md', 'zh-cn/api.md', 'it/laptops.md'),
    )
    expect(['de/start.md', 'zh-cn/api.md', 'it/laptops.md', 'start.md'].map(layout.language)).toEqual([
      'de',
      'zh-cn',
      undefined,
      undefined,
    ])
  })
})

describe('Mintlify', () => {
  const config = JSON.stringify({
    navigation: { groups: [{ group: 'Start', pages: ['index', 'quickstart'] }] },
    redirects: [{ source: '/old', destination: '/quickstart' }],
  })

  test('reads navigation and redirects, and leaves snippets out', () => {
    const layout = layoutOf({
      'docs.json': config,
      ...tree('index.mdx', 'quickstart.mdx', 'snippets/note.mdx'),
    })
    expect(layout).toMatchObject({ name: 'mintlify', root: '', navigationIsComplete: true })
    expect(listed(layout)).toEqual([
      ['/', 'Start'],
      ['/quickstart', 'Start'],
    ])
    expect(layout.navigation.redirects).toEqual([{ source: '/old', destination: '/quickstart' }])
    expect(['quickstart.mdx', 'snippets/note.mdx'].map(layout.isPage)).toEqual([true, false])
  })

  test('is found in a folder of a larger repository', () => {
    const layout = layoutOf({
      'docs/docs.json': config,
      ...tree('README.md', 'docs/index.mdx', 'docs/a/b.mdx'),
    })
    expect(layout.root).toBe('docs')
    expect(paths(layout, 'docs/index.mdx', 'docs/a/b.mdx')).toEqual(['/', '/a/b'])
    expect(layout.isPage('README.md')).toBe(false)
  })

  test('reads the older mint.json, and takes no other docs.json for it', () => {
    expect(layoutOf({ 'mint.json': config, ...tree('index.mdx') }).name).toBe('mintlify')
    expect(layoutOf({ 'docs.json': '{"data": []}', ...tree('index.md') }).name).toBe('plain')
  })
})

describe('Docusaurus', () => {
  test('takes numbers out of paths, and follows slug, id and index pages', () => {
    const layout = layoutOf({
      'docusaurus.config.js': 'module.exports = { title: "x" }',
      ...tree('docs/01-intro.md', 'docs/02-guides/index.md', 'docs/02-guides/1. a.md', 'docs/api/api.md'),
      ...tree('docs/_partial.mdx', 'src/pages/about.mdx', 'README.md'),
    })
    expect(layout).toMatchObject({ name: 'docusaurus', root: 'docs' })
    expect(
      paths(
        layout,
        'docs/01-intro.md',
        'docs/02-guides/index.md',
        'docs/02-guides/1. a.md',
        'docs/api/api.md',
      ),
    ).toEqual(['/docs/intro', '/docs/guides', '/docs/guides/a', '/docs/api'])
    expect(paths(layout, 'src/pages/about.mdx')).toEqual(['/about'])
    expect(layout.pagePath('docs/02-guides/x.md', { slug: '/hello' })).toBe('/docs/hello')
    expect(layout.pagePath('docs/02-guides/x.md', { slug: 'hello' })).toBe('/docs/guides/hello')
    expect(layout.pagePath('docs/02-guides/x.md', { id: 'named' })).toBe('/docs/guides/named')
    expect(layout.pagePath('docs/2024-01-notes.md')).toBe('/docs/2024-01-notes')
    expect(['docs/_partial.mdx', 'README.md', 'docs/01-intro.md'].map(layout.isPage)).toEqual([
      false,
      false,
      true,
    ])
  })

  test('knows versions and translations', () => {
    const layout = layoutOf({
      'website/docusaurus.config.ts': `export default { presets: [['classic', { docs: { routeBasePath: '/' } }]] }`,
      'website/versions.json': '["2.0", "1.0"]',
      ...tree(
        'website/docs/a.md',
        'website/versioned_docs/version-1.0/a.md',
        'website/versioned_docs/version-2.0/a.md',
      ),
      ...tree('website/i18n/de/docusaurus-plugin-content-docs/version-1.0/a.md'),
    })
    const files = [
      'website/docs/a.md',
      'website/versioned_docs/version-2.0/a.md',
      'website/versioned_docs/version-1.0/a.md',
      'website/i18n/de/docusaurus-plugin-content-docs/version-1.0/a.md',
    ]
    expect(paths(layout, ...files)).toEqual(['/next/a', '/a', '/1.0/a', '/de/1.0/a'])
    expect(files.map(layout.version)).toEqual(['current', '2.0', '1.0', '1.0'])
    expect(files.map(layout.language)).toEqual([undefined, undefined, undefined, 'de'])
  })

  test('reads what is literal in sidebars.js', () => {
    const layout = layoutOf({
      'docusaurus.config.js': '',
      'sidebars.js': `
        // @ts-check
        const sidebars = {
          main: [
            'intro',
            { type: 'category', label: 'Guides', link: { type: 'doc', id: 'guides/index' }, items: ['guides/a', compute()] },
            { type: 'autogenerated', dirName: 'api' },
            ...more,
          ],
        };
        module.exports = sidebars;`,
      ...tree('docs/intro.md', 'docs/guides/index.md', 'docs/guides/a.md', 'docs/api/b.md'),
    })
    expect(listed(layout)).toEqual([
      ['/docs/intro'],
      ['/docs/guides'],
      ['/docs/guides/a', 'Guides'],
      ['/docs/api/b'],
    ])
  })
})

describe('Starlight', () => {
  test('serves src/content/docs at the top, lower case, with languages by folder', () => {
    const layout = layoutOf({
      'astro.config.mjs': `export default defineConfig({ integrations: [starlight({
        sidebar: [{ label: 'Start', items: [{ label: 'Setup', slug: 'guides/setup' }, 'guides/more'] }],
      })] })`,
      ...tree(
        'src/content/docs/index.mdx',
        'src/content/docs/guides/Set Up.md',
        'src/content/docs/guides/more.md',
      ),
      ...tree('src/content/docs/de/guides/more.md', 'src/content/docs/_draft.md', 'README.md'),
    })
    expect(layout).toMatchObject({ name: 'starlight', root: 'src/content/docs' })
    expect(paths(layout, 'src/content/docs/index.mdx', 'src/content/docs/guides/Set Up.md')).toEqual([
      '/',
      '/guides/set-up',
    ])
    expect(layout.pagePath('src/content/docs/guides/a.md', { slug: 'other/place' })).toBe('/other/place')
    expect(layout.language('src/content/docs/de/guides/more.md')).toBe('de')
    expect(
      ['README.md', 'src/content/docs/_draft.md', 'src/content/docs/index.mdx'].map(layout.isPage),
    ).toEqual([false, false, true])
    expect(listed(layout)).toEqual([
      ['/guides/setup', 'Start'],
      ['/guides/more', 'Start'],
    ])
  })
})

describe('parts of pages of Starlight', () => {
  test('are none of the pages, in folders too before Astro 5, and imports name them as the project does', () => {
    const site = {
      'astro.config.mjs': 'export default {}',
      'tsconfig.json': `{ // comments are fine
        "compilerOptions": { "baseUrl": ".", "paths": { "@parts/*": ["src/content/docs/_parts/*"], "@one": ["a.ts"] } } }`,
      ...tree('src/content/docs/_parts/a.mdx', 'src/content/docs/b.mdx'),
    }
    const isPage = (layout: SiteLayout) => layout.isPage('src/content/docs/_parts/a.mdx')
    const older = layoutOf({ ...site, ...tree('src/content/config.ts') })
    expect(isPage(older)).toBe(false)
    expect(isPage(layoutOf({ ...site, ...tree('src/content.config.ts') }))).toBe(true)
    const text = "import Part from '@parts/a.mdx'\n\n<Part />\n"
    const read = (file: string) => (file === 'src/content/docs/_parts/a.mdx' ? 'Shared.' : undefined)
    expect(expandIncludes('src/content/docs/b.mdx', text, read, older)).toContain('Shared.')
  })
})

describe('a sidebar of Starlight that is made from folders', () => {
  test('has the pages of each folder in the order of their names, and none of a translation', () => {
    const layout = layoutOf({
      'astro.config.mjs': `export default { integrations: [starlight({ sidebar: [
        { label: 'Guides', items: [{ autogenerate: { directory: 'guides' } }] },
        { label: 'Reference', autogenerate: { directory: '/reference/' } },
      ] })] }`,
      ...tree(
        'src/content/docs/guides/b.md',
        'src/content/docs/guides/A Page.mdx',
        'src/content/docs/guides/index.md',
      ),
      ...tree(
        'src/content/docs/guides/deep/c.md',
        'src/content/docs/de/guides/b.md',
        'src/content/docs/other.md',
      ),
      ...tree('src/content/docs/reference/api.md', 'src/content/docs/de/index.md'),
    })
    expect(listed(layout)).toEqual([
      ['/guides', 'Guides'],
      ['/guides/a-page', 'Guides'],
      ['/guides/b', 'Guides'],
      ['/guides/deep/c', 'Guides', 'deep'],
      ['/reference/api', 'Reference'],
    ])
  })
})

describe('languages of Starlight', () => {
  test('are those of its configuration, the default one first, each with its own names of groups', () => {
    const layout = layoutOf({
      'docs/astro.config.mjs': `import { sidebar } from './sidebar.mjs'
        export default { base: '/lamp', redirects: { '/old/[...rest]': '/lamp/new/[...rest]', '/gone': 'https://a.example' },
        integrations: [starlight({ defaultLocale: 'en', locales: { zh: { lang: 'zh-CN' }, en: { label: 'English' } }, sidebar })] }`,
      'docs/sidebar.mjs': `export const sidebar = [
        { label: 'Guides', translations: { 'zh-CN': '指南' }, items: [{ slug: 'start' }, { link: 'https://b.example', label: 'B' }] },
        ...computed(),
      ]`,
      ...tree('docs/src/content/docs/en/start.md', 'docs/src/content/docs/zh/start.md'),
      ...tree('docs/src/content/docs/de/start.md', 'docs/src/content/docs/_parts/a.md'),
    })
    expect(listed(layout)).toEqual([
      ['/en/start', 'Guides'],
      ['/zh/start', '指南'],
    ])
    expect(
      ['en', 'zh', 'de'].map((name) => layout.language(`docs/src/content/docs/${name}/start.md`)),
    ).toEqual(['en', 'zh', undefined])
    expect(layout.isPage('docs/src/content/docs/_parts/a.md')).toBe(true)
    expect(layout.isPage('docs/src/content/docs/_parts/_a.md')).toBe(false)
    expect(layout.navigation.redirects).toEqual([
      { source: '/old/:rest*', destination: '/new/:rest*' },
      { source: '/gone', destination: 'https://a.example' },
      { source: '/lamp/:path*', destination: '/:path*' },
    ])
  })

  test('list what functions of the configuration are given, without the names that these make', () => {
    const layout = layoutOf({
      'astro.config.mjs': `export default { integrations: [starlight({ sidebar: [
        group('start', { items: ['a', { label: 'More', items: [item('x'), group('y', { items: ['b'] })] }] }),
        ...others(['c']),
      ] })] }`,
      ...tree('src/content/docs/a.md', 'src/content/docs/b.md', 'src/content/docs/c.md'),
    })
    expect(listed(layout)).toEqual([['/a'], ['/b', 'More'], ['/c']])
  })

  test('have pages in the order that they say, a folder where its first page stands', () => {
    const layout = layoutOf({
      'astro.config.mjs': 'export default { integrations: [starlight({})] }',
      ...tree('src/content/docs/b.md', 'src/content/docs/deep/c.md'),
    })
    const page = (path: string, order: number, hidden = false) =>
      ({ path, frontmatter: { 'sidebar.order': order, 'sidebar.hidden': hidden } }) as const
    const arranged = layout.arrangement?.arrange(
      new Map([
        ['src/content/docs/b.md', page('/b', 3)],
        ['src/content/docs/a.md', page('/a', 9)],
        ['src/content/docs/z.md', page('/z', 1, true)],
        ['src/content/docs/deep/c.md', page('/deep/c', 2)],
        ['src/content/docs/deep.md', page('/deep', 4)],
      ]),
    )
    expect(arranged?.map(({ path, breadcrumb }) => [path, ...breadcrumb])).toEqual([
      ['/deep/c', 'deep'],
      ['/deep', 'deep'],
      ['/b'],
      ['/a'],
    ])
  })
})

describe('VitePress', () => {
  test('begins beside .vitepress, or in its srcDir', () => {
    const config = `export default defineConfig({ themeConfig: { sidebar: {
      '/guide/': [{ text: 'Guide', items: [{ text: 'Start', link: '/guide/start.html' }, { text: 'Out', link: 'https://a.b' }] }],
    } } })`
    const layout = layoutOf({
      'docs/.vitepress/config.ts': config,
      ...tree('docs/index.md', 'docs/guide/start.md', 'README.md'),
    })
    expect(layout).toMatchObject({ name: 'vitepress', root: 'docs' })
    expect(paths(layout, 'docs/index.md', 'docs/guide/start.md')).toEqual(['/', '/guide/start'])
    expect(listed(layout)).toEqual([['/guide/start', 'Guide']])
    expect(layout.isPage('README.md')).toBe(false)
    const named = layoutOf({
      'docs/.vitepress/config.ts': `${config.replace('export default', 'const config =')}\nexport default withMore(config)`,
      ...tree('docs/guide/start.md'),
    })
    expect(listed(named)).toEqual([['/guide/start', 'Guide']])
    const moved = layoutOf({
      '.vitepress/config.mts': `export default { srcDir: './src' }`,
      ...tree('src/a.md'),
    })
    expect([moved.root, moved.pagePath('src/a.md')]).toEqual(['src', '/a'])
  })
})

describe('Nextra', () => {
  test('follows _meta files in content or pages', () => {
    const layout = layoutOf({
      'content/_meta.js': `export default { index: 'Home', guides: { title: 'Guides' }, secret: { display: 'hidden' } }`,
      'content/guides/_meta.json': '{"b": "Second", "a": "First"}',
      ...tree(
        'content/index.mdx',
        'content/guides/a.mdx',
        'content/guides/b.mdx',
        'content/secret.mdx',
        'README.md',
      ),
    })
    expect(layout).toMatchObject({ name: 'nextra', root: 'content' })
    expect(paths(layout, 'content/index.mdx', 'content/guides/a.mdx')).toEqual(['/', '/guides/a'])
    expect(listed(layout)).toEqual([['/'], ['/guides/b', 'Guides'], ['/guides/a', 'Guides']])
  })

  test('has the pages of `content` below its base beside those of `app`, and lists of all folders in one', () => {
    const layout = layoutOf({
      'site/next.config.mjs': `import nextra from 'nextra'
        const withNextra = nextra({ contentDirBasePath: '/docs' })
        export default withNextra({ output: 'export' })`,
      'site/src/app/_meta.global.tsx': `export default {
        docs: { type: 'page', title: 'Documentation', items: {
          b: <b>Second</b>, '---': { type: 'separator', title: 'More' }, deep: { display: 'children', items: { d: 'Deep' } },
        } },
        about: { type: 'page' },
      }`,
      ...tree('site/src/app/about/page.mdx', 'site/src/app/docs/[[...path]]/page.tsx'),
      ...tree('site/src/content/a.mdx', 'site/src/content/b.md', 'site/src/content/deep/d.mdx'),
    })
    expect(listed(layout)).toEqual([
      ['/docs/b', 'Documentation'],
      ['/docs/deep/d', 'Documentation', 'More'],
      ['/docs/a', 'Documentation', 'More'],
      ['/about'],
    ])
    expect(layout.pagePath('site/src/content/deep/index.mdx')).toBe('/docs/deep')
  })

  test('has the languages of its configuration, in folders and before Nextra 4 in the names of files', () => {
    const config = (locales: string) =>
      `import nextra from 'nextra'\nexport default nextra()({ i18n: { locales: ${locales}, defaultLocale: 'en' } })`
    const folders = layoutOf({
      'next.config.js': config("['fr', 'en']"),
      'content/en/_meta.js': "export default { b: 'Bee', a: '' }",
      'content/fr/_meta.js': "export default { a: 'Ah' }",
      ...tree('content/en/a.mdx', 'content/en/b.mdx', 'content/fr/a.mdx', 'content/fr/b.mdx'),
    })
    expect(listed(folders)).toEqual([['/en/b'], ['/en/a'], ['/fr/a'], ['/fr/b']])
    expect(folders.language('content/fr/a.mdx')).toBe('fr')
    const names = layoutOf({
      'next.config.js': config("['en', 'zh-CN']"),
      'pages/_meta.en.json': '{ "b": "Bee", "guides": "Guides" }',
      'pages/guides/_meta.en.json': '{ "c": "Sea" }',
      'pages/guides/_meta.zh-CN.json': '{ "c": "海" }',
      'pages/_meta.zh-CN.json': '{ "guides": "指南", "b": "蜂" }',
      ...tree('pages/b.en.mdx', 'pages/b.zh-CN.mdx', 'pages/guides/c.en.mdx', 'pages/guides/c.zh-CN.mdx'),
    })
    expect(listed(names)).toEqual([
      ['/b'],
      ['/guides/c', 'Guides'],
      ['/zh-CN/guides/c', '指南'],
      ['/zh-CN/b'],
    ])
    expect(names.language('pages/b.zh-CN.mdx')).toBe('zh-CN')
  })

  test('finds pages of the app router without their groups', () => {
    const layout = layoutOf(
      tree('src/app/_meta.ts', 'src/app/(docs)/guides/page.mdx', 'src/app/page.mdx', 'src/app/x/note.mdx'),
    )
    expect(paths(layout, 'src/app/(docs)/guides/page.mdx', 'src/app/page.mdx')).toEqual(['/guides', '/'])
    expect(layout.isPage('src/app/x/note.mdx')).toBe(false)
  })

  test.each([
    ['content', 'content/reference/api/users.mdx', true],
    ['content', 'content/api/keys.mdx', true],
    ['content', 'content/en/404.mdx', true],
    ['src/app', 'src/app/docs/api/page.mdx', true],
    ['src/app', 'src/app/api/page.mdx', true],
    ['pages', 'pages/docs/api/a.mdx', true],
    ['pages', 'pages/api/a.mdx', false],
    ['pages', 'pages/404.mdx', false],
    ['pages', 'pages/_app.mdx', false],
  ])('takes only the routes of the folder `pages` for code: %s, %s', (root, file, isPage) => {
    expect(layoutOf(tree(`${root}/_meta.js`, file)).isPage(file)).toBe(isPage)
  })
})

test('lists of Rspress are none of Nextra', () => {
  const layout = layoutOf({ 'site/docs/en/_meta.json': '["a", "b"]', ...tree('site/docs/en/a.md', 'b.md') })
  expect(layout.name).toBe('plain')
})

describe('Fumadocs', () => {
  test('knows its default language where the others are code', () => {
    const layout = layoutOf({
      'source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' })",
      'lib/site/source.ts':
        "export const source = loader({ i18n, baseUrl: '/docs', source: docs.toFumadocsSource() })",
      'lib/site/i18n.ts':
        "export const i18n = defineI18n({ defaultLanguage: 'en', languages: Object.keys(all), hideLocale: 'default-locale' })",
      ...tree('content/docs/a.mdx', 'content/docs/a.fr.mdx'),
    })
    expect(layout.siteLanguage).toBe('en')
    expect(paths(layout, 'content/docs/a.mdx', 'content/docs/a.fr.mdx')).toEqual(['/docs/a', '/fr/docs/a'])
  })

  test('serves each collection where its loader says, with its languages', () => {
    const layout = layoutOf({
      'apps/docs/source.config.ts': `
        export const docs = defineDocs({ dir: 'content/docs', docs: { files: ['**/*.mdx', '!**/draft/**'] } })
        export const manual = defineDocs({ dir: './content/manual/' })
        export const posts = defineCollections({ type: 'doc', dir: 'content/blog' })
        export const lists = defineCollections({ type: 'meta', dir: 'content/lists' })`,
      'apps/docs/lib/source.ts': `
        export const source = loader({ baseUrl: '/', source: docs.toFumadocsSource(), i18n })
        export const book = loader(manual.toFumadocsSource(), { baseUrl: '/help/book/' })`,
      'apps/docs/lib/i18n.ts':
        "export const i18n = defineI18n({ defaultLanguage: 'en', languages: ['cn', 'en'], parser: 'dir', hideLocale: 'default-locale' })",
      'apps/docs/content/docs/cn/meta.json': '{ "pages": ["b", "a"] }',
      ...tree('apps/docs/content/docs/en/a.mdx', 'apps/docs/content/docs/en/draft/x.mdx'),
      ...tree('apps/docs/content/docs/cn/a.mdx', 'apps/docs/content/docs/cn/b.mdx'),
      ...tree('apps/docs/content/manual/index.mdx', 'apps/docs/content/blog/post.mdx'),
      ...tree('apps/docs/content/lists/a.mdx'),
    })
    expect(listed(layout)).toEqual([['/a'], ['/cn/b'], ['/cn/a'], ['/help/book']])
    expect(layout.language('apps/docs/content/docs/cn/a.mdx')).toBe('cn')
    expect(
      ['docs/draft/x.mdx', 'docs/.x.mdx', 'lists/a.mdx', 'blog/post.mdx'].map((path) =>
        layout.isPage(`apps/docs/content/${path}`),
      ),
    ).toEqual([false, false, false, true])
    expect(layout.pagePath('apps/docs/content/blog/post.mdx')).toBe('/blog/post')
  })

  test('has a page once, in the folder that names it', () => {
    const layout = layoutOf({
      'source.config.ts': '',
      'content/docs/meta.json':
        '{"pages": ["guides/first", "---[Icon]Rest---", "...inner", "[Out](https://a.example)", "---", "z...a"]}',
      'content/docs/guides/meta.json': '{"title": "Guides", "pages": ["second", "..."]}',
      'content/docs/api/meta.json': '{"title": "API", "root": true}',
      ...tree(
        'content/docs/guides/index.mdx',
        'content/docs/guides/first.mdx',
        'content/docs/guides/second.mdx',
      ),
      ...tree('content/docs/inner/b.mdx', 'content/docs/inner/a.mdx', 'content/docs/api/index.mdx'),
    })
    expect(listed(layout)).toEqual([
      ['/docs/guides/first'],
      ['/docs/inner/a', 'Rest'],
      ['/docs/inner/b', 'Rest'],
      ['/docs/guides'],
      ['/docs/guides/second', 'Guides'],
      ['/docs/api', 'API'],
    ])
  })

  test('serves content/docs under /docs, with groups and languages', () => {
    const layout = layoutOf({
      'source.config.ts': '',
      'content/docs/meta.json': '{"pages": ["index", "---More---", "guides", "..."]}',
      'content/docs/guides/meta.json': '{"title": "Guides", "pages": ["b", "a"]}',
      ...tree('content/docs/index.mdx', 'content/docs/guides/a.mdx', 'content/docs/guides/b.mdx'),
      ...tree('content/docs/(hidden)/c.mdx', 'content/docs/guides/a.de.mdx'),
    })
    expect(layout).toMatchObject({ name: 'fumadocs', root: 'content/docs' })
    expect(
      paths(layout, 'content/docs/index.mdx', 'content/docs/(hidden)/c.mdx', 'content/docs/guides/a.de.mdx'),
    ).toEqual(['/docs', '/docs/c', '/de/docs/guides/a'])
    expect(layout.language('content/docs/guides/a.de.mdx')).toBe('de')
    expect(listed(layout)).toEqual([
      ['/docs'],
      ['/docs/guides/b', 'More', 'Guides'],
      ['/docs/guides/a', 'More', 'Guides'],
      ['/docs/c', 'More', 'Hidden'],
      ['/de/docs/guides/a', 'More', 'Guides'],
    ])
  })
})

describe('MkDocs', () => {
  test('reads docs_dir, nav and redirects, also beside tags of its own', () => {
    const layout = layoutOf({
      'mkdocs.yml': [
        'docs_dir: handbook',
        'nav:',
        '  - Home: README.md',
        '  - Guides:',
        '      - guides/a.md',
        '      - Web: https://example.com',
        'plugins:',
        '  - search',
        '  - redirects:',
        '      redirect_maps:',
        '        old.md: guides/a.md',
        'markdown_extensions:',
        '  - pymdownx.emoji:',
        '      emoji_index: !!python/name:material.extensions.emoji.twemoji',
      ].join('\n'),
      ...tree('handbook/README.md', 'handbook/guides/a.md', 'README.md'),
    })
    expect(layout).toMatchObject({ name: 'mkdocs', root: 'handbook' })
    expect(paths(layout, 'handbook/README.md', 'handbook/guides/a.md')).toEqual(['/', '/guides/a'])
    expect(listed(layout)).toEqual([['/'], ['/guides/a', 'Guides']])
    expect(layout.navigation.redirects).toEqual([{ source: '/old', destination: '/guides/a' }])
    expect(layout.isPage('README.md')).toBe(false)
  })

  test('says when its configuration cannot be read, and goes on with the default folder', () => {
    const layout = layoutOf({ 'mkdocs.yml': 'nav: [a: {', ...tree('docs/a.md') })
    expect(layout.root).toBe('docs')
    expect(layout.navigation.problems).toMatchObject([{ file: 'mkdocs.yml', rule: 'navigation-invalid' }])
  })
})

describe('mdBook', () => {
  const SUMMARY = `# Summary

[Home](README.md)

# Guides

- [Install](guides/install.md)
  - [On *Linux*](./guides/install/linux.md)
- [Later]()
	- [Deep](guides/deep.md)

# Reference

---

[Terms](terms.md)
[Elsewhere](https://example.com/a.md)
`

  test('reads src, the summary with its parts, and redirects', () => {
    const layout = layoutOf({
      'guide/book.toml':
        '[book]\nsrc = "text"\n\n[output.html.redirect]\n"/a/old.html" = "../guides/install.html"\n"old/index.html" = "https://example.com"\n',
      'guide/text/SUMMARY.md': SUMMARY,
      ...tree('guide/text/README.md', 'guide/text/guides/install.md', 'README.md', 'guide/notes.md'),
    })
    expect(layout).toMatchObject({ name: 'mdbook', root: 'guide/text', navigationIsComplete: true })
    expect(listed(layout)).toEqual([
      ['/'],
      ['/guides/install.html', 'Guides'],
      ['/guides/install/linux.html', 'Guides', 'Install'],
      ['/guides/deep.html', 'Guides', 'Later'],
      ['/terms.html', 'Reference'],
    ])
    expect(layout.navigation.pages.map(({ title }) => title)).toEqual([
      'Home',
      'Install',
      'On Linux',
      'Deep',
      'Terms',
    ])
    expect(layout.navigation.redirects).toEqual([
      { source: '/a/old.html', destination: '/guides/install.html' },
      { source: '/old', destination: 'https://example.com' },
    ])
    const files = ['README.md', 'guide/notes.md', 'guide/text/SUMMARY.md', 'guide/text/terms.md']
    expect(files.map(layout.isPage)).toEqual([false, false, false, true])
    expect(paths(layout, 'guide/text/a/README.md', 'guide/text/a/index.md')).toEqual(['/a', '/a'])
  })

  test('shows code without the lines that it hides', () => {
    const layout = layoutOf({
      'book.toml': '[output.html.code.hidelines]\npython = "~"\n',
      ...tree('src/SUMMARY.md'),
    })
    const shown = layout.rewrite?.(
      'src/a.md',
      [
        '{{#title A}}',
        '# A heading',
        '```rust,editable',
        '# fn main() {',
        '#[derive(Debug)]',
        '    ## not hidden',
        '#',
        '```',
        '```python',
        '  ~hidden()',
        'shown()',
        '```',
        '```toml,hidelines=!!',
        '# a comment',
        '!!hidden = 1',
        '```',
        'Write \\{{#include a.rs}}.',
      ].join('\n'),
    )
    expect(shown).toBe(
      [
        '# A heading',
        '```rust,editable',
        '#[derive(Debug)]',
        '    # not hidden',
        '```',
        '```python',
        'shown()',
        '```',
        '```toml,hidelines=!!',
        '# a comment',
        '```',
        'Write {{#include a.rs}}.',
      ].join('\n'),
    )
  })

  test('is read as far as its configuration is valid', () => {
    const layout = layoutOf({ 'book.toml': '[book', ...tree('src/a.md') })
    expect(layout).toMatchObject({ name: 'mdbook', root: 'src', navigationIsComplete: false })
  })
})

describe('GitBook', () => {
  const SUMMARY = `# Table of contents

* [Home](start.md)

## Guides

* [Install](guides/in\\_stall.md)
  * [Linux](<guides/on linux.md>)
* [Parts](parts/README.md "Parts")
* [Again](parts/README.md#one)
`

  test('reads its root, its structure and redirects, and the summary with its parts', () => {
    const layout = layoutOf({
      '.gitbook.yaml':
        'root: ./docs/\nstructure:\n  readme: ./start.md\n  summary: ./contents/SUMMARY.md\nredirects:\n  old/place: guides/in_stall.md\n',
      'docs/contents/SUMMARY.md': SUMMARY.replaceAll('](', '](../')
        .replace('<guides', 'guides')
        .replace('../<', '<../')
        .replace('guides/on linux.md>', 'guides/linux.md'),
      ...tree('docs/start.md', 'docs/guides/in_stall.md', 'docs/.gitbook/includes/a.md', 'README.md'),
    })
    expect(layout).toMatchObject({ name: 'gitbook', root: 'docs', navigationIsComplete: true })
    expect(layout.navigation.pages.map(({ path }) => path)).toContain('/guides/in_stall')
    expect(layout.navigation.redirects).toEqual([{ source: '/old/place', destination: '/guides/in_stall' }])
    const files = ['docs/start.md', 'docs/.gitbook/includes/a.md', 'README.md', 'docs/contents/SUMMARY.md']
    expect(files.map(layout.isPage)).toEqual([true, false, false, false])
    expect(layout.pagePath('docs/start.md')).toBe('/')
  })

  test('is known by its table of contents alone', () => {
    const layout = layoutOf({
      'SUMMARY.md': SUMMARY.replace('start.md', 'README.md'),
      ...tree('README.md', 'guides/in_stall.md', 'guides/on linux.md', 'parts/README.md'),
    })
    expect(layout.name).toBe('gitbook')
    expect(listed(layout)).toEqual([
      ['/'],
      ['/guides/in_stall', 'Guides'],
      ['/guides/on linux', 'Guides', 'Install'],
      ['/parts', 'Guides'],
      ['/parts', 'Guides'],
    ])
  })

  test('is no document that is only called a summary', () => {
    const files = { 'SUMMARY.md': '# Summary\n\n- [Gone](gone.md)\n', ...tree('a.md') }
    expect(layoutOf(files).name).toBe('plain')
  })
})
