import { describe, expect, test } from 'vitest'
import { detectLayout } from '../../site.ts'
import { isLayoutFile } from '../layout-file.ts'

const HOST = '<script>window.$docsify = { loadSidebar: true }</script>'

function layoutOf(tree: Record<string, string>) {
  const texts = Object.entries(tree).filter(([path]) => isLayoutFile(path))
  return detectLayout({ files: Object.keys(tree), texts: new Map(texts) })
}

describe('Docsify', () => {
  const site = {
    'docs/index.html': HOST,
    'docs/README.md': '# Home',
    'docs/guide.md': '# Guide',
    'docs/zh/README.md': '# Home',
    'docs/_coverpage.md': '# Cover',
    'docs/_media/example.md': '# Example',
    'docs/_sidebar.md':
      '- Start\n  - [Home](/)\n  - [The guide](guide.md)\n- [Chinese](#/zh/)\n- [By name](/guide ":ignore")\n- [Out](https://example.com/a.md)\n',
    'README.md': '# Beside',
  }

  test('has the pages that are no part of its frame, at their addresses', () => {
    const layout = layoutOf(site)
    expect(layout).toMatchObject({ name: 'docsify', root: 'docs' })
    const pages = Object.keys(site).filter((file) => layout.isPage(file))
    expect(pages.map((file) => [file, layout.pagePath(file)])).toEqual([
      ['docs/README.md', '/'],
      ['docs/guide.md', '/guide'],
      ['docs/zh/README.md', '/zh'],
    ])
  })

  test('has the order and the groups of its sidebar', () => {
    const { navigation } = layoutOf(site)
    expect(navigation.pages.map(({ path, title, breadcrumb }) => [path, title, ...breadcrumb])).toEqual([
      ['/', 'Home', 'Start'],
      ['/guide', 'The guide', 'Start'],
      ['/zh', 'Chinese'],
      ['/guide', 'By name'],
    ])
  })

  test('is not taken from an index.html of something else, and begins where its settings say', () => {
    expect(layoutOf({ ...site, 'docs/index.html': '<p>' }).name).toBe('plain')
    const home = layoutOf({
      ...site,
      'docs/index.html': `${HOST}<script>x = { homepage: 'guide.md' }</script>`,
    })
    expect([home.pagePath('docs/guide.md'), home.pagePath('docs/README.md')]).toEqual(['/', '/README'])
  })

  test('shows its callouts, gives headings their ids, and takes texts of other files', () => {
    const layout = layoutOf(site)
    const text = [
      '# Title :id=own',
      '?> A *tip*',
      '!> Important text',
      '> [!NOTE] A note',
      '```md\n?> Code\n```',
      "## What's 2.0? {docsify-ignore}",
      "## What's 2.0?",
      '## 1st',
    ].join('\n\n')
    const written = layout.rewrite?.('docs/guide.md', text) ?? ''
    expect(written).toContain(
      '# Title {#own}\n\n> [!TIP]\n> A *tip*\n\n> [!IMPORTANT]\n> Important text\n\n> [!NOTE]\n> A note',
    )
    expect(written).toContain('```md\n?> Code\n```')
    const ids = layout.headingIds?.()
    expect(["What's 2.0?", "What's 2.0?", '1st', 'A -- B'].map((each) => ids?.of(each))).toEqual([
      'whats-20',
      'whats-20-1',
      '_1st',
      'a-b',
    ])
    const found = layout.includes?.(
      'docs/guide.md',
      "[a](_media/example.md ':include') [b](/_media/a.js ':include :type=code :fragment=demo')",
    )
    expect(found?.map(({ candidates }) => candidates[0])).toEqual([
      'docs/_media/example.md',
      'docs/_media/a.js',
    ])
    expect(found?.[1]?.select?.('x\n/// [demo]\ny\n/// [demo]\n')).toBe('```js\ny\n```')
  })
})
