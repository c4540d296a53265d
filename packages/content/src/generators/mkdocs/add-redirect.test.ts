import { describe, expect, test } from 'vitest'
import { detectLayout } from '../../site.ts'
import { SiteMap } from '../../site-map/site-map.ts'
import { moveInNavigation } from '../../site-navigation/move-in-navigation.ts'
import { addMkdocsRedirect } from './add-redirect.ts'

describe('moveInNavigation', () => {
  const renamed = (source: string, from: string, to: string) => {
    const files = new Set(['mkdocs.yml', `docs/${from}`])
    const texts = new Map([['mkdocs.yml', source]])
    const layout = detectLayout({ files: [...files], texts })
    const before = new SiteMap({ layout, files }, files)
    const move = { before, texts, from: `docs/${from}`, to: `docs/${to}`, frontmatter: {} }
    return moveInNavigation(move).get('mkdocs.yml') ?? source
  }

  test('changes entries alone, however they are nested and quoted', () => {
    const source = `site_name: a/b.md # a/b.md
nav:
    - a/b.md: a/b.md
    - More:
        - 'a/b.md'
        - a/b.md.md
extra: !ENV [a/b.md]
markdown_extensions:
    - x: !!python/name:a.b
`
    expect(renamed(source, 'a/b.md', 'c d: e.md')).toBe(
      source.replace('- a/b.md: a/b.md', '- a/b.md: "c d: e.md"').replace("- 'a/b.md'", "- 'c d: e.md'"),
    )
  })

  test('leaves a file as it is that has no navigation, or is no YAML', () => {
    for (const source of ['site_name: a.md\n', 'nav:\n  - [a.md\n - b', ''])
      expect(renamed(source, 'x.md', 'b.md')).toBe(source)
  })
})

describe('addMkdocsRedirect', () => {
  const maps = (lines: string) => `plugins:\r\n  - redirects:\r\n      redirect_maps:\r\n${lines}`

  test('adds one before the others, and leads old ones on', () => {
    expect(addMkdocsRedirect(maps('        x.md: a.md\r\n'), 'a.md', 'b.md')).toBe(
      maps('        a.md: b.md\r\n        x.md: b.md\r\n'),
    )
  })

  test('turns one round when the page goes back', () => {
    expect(addMkdocsRedirect(maps("        'a.md': b.md\r\n"), 'b.md', 'a.md')).toBe(
      maps("        'b.md': a.md\r\n"),
    )
  })

  test('adds none to a site that has none', () => {
    for (const source of [
      'plugins: [search]\n',
      'plugins:\n  - redirects\n',
      maps('        {}\r\n'),
      'a: 1\n',
    ])
      expect(addMkdocsRedirect(source, 'a.md', 'b.md')).toBe(source)
  })
})
