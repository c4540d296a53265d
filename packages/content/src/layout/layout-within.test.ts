import { describe, expect, test } from 'vitest'
import { detectLayoutWithin } from '../site.ts'

function within(
  inside: string,
  above: Record<string, string>,
  files: string[],
  own: Record<string, string> = {},
) {
  return detectLayoutWithin({ files: [...Object.keys(own), ...files], texts: new Map(Object.entries(own)) }, [
    { inside, texts: new Map(Object.entries(above)) },
  ])
}

describe('a folder of a site', () => {
  test('has the addresses and the navigation of a VitePress site above it', () => {
    const config = `export default { themeConfig: { sidebar: [{ text: 'Guide', items: [{ text: 'Start', link: '/docs/start' }] }] } }`
    const layout = within('docs', { '.vitepress/config.ts': config }, ['index.md', 'start.md', 'public/x.md'])
    expect(layout).toMatchObject({ name: 'vitepress', root: '', navigationIsComplete: false })
    expect(['index.md', 'start.md'].map((file) => layout.pagePath(file))).toEqual(['/docs', '/docs/start'])
    expect(layout.isPage('public/x.md')).toBe(false)
    expect(layout.navigation.pages.map(({ path, breadcrumb }) => [path, ...breadcrumb])).toEqual([
      ['/docs/start', 'Guide'],
    ])
  })

  test('is the folder of the pages where the configuration says so', () => {
    const layout = within('src', { '.vitepress/config.mts': `export default { srcDir: 'src' }` }, [
      'index.md',
      'guide/a.md',
    ])
    expect([layout.name, layout.root]).toEqual(['vitepress', ''])
    expect(layout.pagePath('guide/a.md')).toBe('/guide/a')
  })

  test('knows languages and slugs as Starlight does, whose pages are deeper', () => {
    const layout = within(
      'src/content/docs',
      { 'astro.config.mjs': 'export default { integrations: [starlight({})] }' },
      ['index.mdx', 'guides/Set Up.md', 'de/index.mdx'],
    )
    expect([layout.name, layout.root]).toEqual(['starlight', ''])
    expect(layout.pagePath('guides/Set Up.md')).toBe('/guides/set-up')
    expect(layout.language('de/index.mdx')).toBe('de')
    expect(layout.pagePath('a.md', { slug: 'other/place' })).toBe('/other/place')
  })

  test('keeps what its own files say', () => {
    const own = { 'mkdocs.yml': 'docs_dir: .' }
    const layout = within('handbook', { '.vitepress/config.ts': 'export default {}' }, ['index.md'], own)
    expect(layout.name).toBe('mkdocs')
  })

  test('is plain where the site above has no page in it, and where its pages name each other in another way', () => {
    const elsewhere = { '.vitepress/config.ts': `export default { srcDir: 'website' }` }
    expect(within('docs', elsewhere, ['index.md']).name).toBe('plain')
    expect(within('docs', { 'conf.py': 'extensions = ["myst_parser"]' }, ['index.md']).name).toBe('plain')
    expect(within('docs', {}, ['index.md']).name).toBe('plain')
  })
})
