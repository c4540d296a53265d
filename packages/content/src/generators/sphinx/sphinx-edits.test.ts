import { describe, expect, test } from 'vitest'
import { detectLayout } from '../../site.ts'
import { rewriteSiteLinks } from '../../site-map/rewrite-site-links.ts'
import { SiteMap } from '../../site-map/site-map.ts'
import { addToNavigation } from '../../site-navigation/add-to-navigation.ts'
import { unlistedPages } from '../../site-navigation/check-site-navigation.ts'
import { moveInNavigation, removeFromNavigation } from '../../site-navigation/move-in-navigation.ts'

const RST: Readonly<Record<string, string>> = {
  'docs/conf.py': 'project = "Lantern"\n',
  'docs/index.rst':
    'Lantern\n=======\n\n.. toctree::\n   :maxdepth: 2\n   :caption: Guides\n\n   install\n   Light it <guides/light>\n   guides/oil\n\n.. toctree::\n   :glob:\n\n   more/*\n',
  'docs/install.rst':
    '.. _install-label:\n\nInstall\n=======\n\n:doc:`guides/light` and :ref:`install-label`.\n',
  'docs/guides/light.rst':
    'Light\n=====\n\n:doc:`/install`, :doc:`../install`, :ref:`here <install-label>`\n\n.. include:: ../parts/a.rst\n',
  'docs/guides/oil.rst': 'Oil\n===\n',
  'docs/more/a.rst': 'A\n=\n',
}
const MYST: Readonly<Record<string, string>> = {
  'docs/conf.py': 'extensions = ["myst_parser"]\n',
  'docs/index.md': '# Lantern\n\n```{toctree}\n:caption: Guides\n\ninstall\nguides/oil\n```\n',
  'docs/install.md': '# Install\n',
  'docs/guides/oil.md': '# Oil\n',
}

function site(files: Readonly<Record<string, string>>) {
  const texts = new Map(Object.entries(files))
  const names = [...texts.keys()]
  const map = new SiteMap({ layout: detectLayout({ files: names, texts }), files: new Set(names) }, names)
  return { map, texts }
}

function moved(from: string, to: string) {
  const { [from]: own = '', ...rest } = RST
  return { before: site(RST), after: site({ ...rest, [to]: own }), own }
}

describe('the navigation', () => {
  test('is that of the toctrees, with captions and what patterns find', () => {
    const { pages } = site(RST).map.layout.navigation
    expect(pages.map(({ path, breadcrumb, title }) => [path, breadcrumb.join(' > '), title])).toEqual([
      ['/', '', 'Lantern'],
      ['/install.html', 'Guides', 'Install'],
      ['/guides/light.html', 'Guides', 'Light it'],
      ['/guides/oil.html', 'Guides', 'Oil'],
      ['/more/a.html', '', 'A'],
    ])
  })

  test.for([
    [
      'reStructuredText',
      RST,
      'docs/guides/wick.rst',
      'docs/index.rst',
      '   guides/oil\n',
      '   guides/wick\n',
    ],
    ['MyST', MYST, 'docs/guides/wick.md', 'docs/index.md', 'guides/oil\n', 'guides/wick\n'],
  ] as const)('takes in a new page of %s', ([, files, page, index, before, added]) => {
    const { map, texts } = site({ ...files, [page]: 'Wick\n====\n' })
    expect(unlistedPages(map, texts, [page], () => false)).toHaveLength(1)
    const changed = addToNavigation({ map, texts, page, title: 'Wick', frontmatter: {} })
    expect([...changed]).toEqual([[index, (files[index as never] as string).replace(before, before + added)]])
  })

  test('asks for no entry of a page that a pattern finds', () => {
    const page = 'docs/more/b.rst'
    const { map, texts } = site({ ...RST, [page]: 'B\n=\n' })
    expect(addToNavigation({ map, texts, page, title: 'B', frontmatter: {} })).toEqual(new Map())
  })

  test('follows a page that moves, and lets go of one that is deleted', () => {
    const from = 'docs/guides/light.rst'
    const { before } = moved(from, 'docs/lamp.rst')
    const move = { before: before.map, texts: before.texts, from, to: 'docs/lamp.rst', frontmatter: {} }
    const index = RST['docs/index.rst'] ?? ''
    expect([...moveInNavigation(move)]).toEqual([
      ['docs/index.rst', index.replace('<guides/light>', '<lamp>')],
    ])
    expect([...removeFromNavigation(before.map, before.texts, from)]).toEqual([
      ['docs/index.rst', index.replace('   Light it <guides/light>\n', '')],
    ])
  })
})

test('links follow a page that moves, and its own still lead where they did', () => {
  const [from, to] = ['docs/install.rst', 'docs/start/install.rst']
  const { before, after, own } = moved(from, to)
  const moves = { before: before.map, after: after.map, moves: new Map([[from, to]]) }
  const light = 'docs/guides/light.rst'
  expect(rewriteSiteLinks(RST[light] ?? '', light, moves)).toEqual({
    text: (RST[light] ?? '')
      .replace('`/install`', '`/start/install`')
      .replace('`../install`', '`../start/install`'),
    lost: [],
  })
  expect(rewriteSiteLinks(own, from, moves)).toEqual({
    text: own.replace('guides/light', '../guides/light'),
    lost: [],
  })
  const oil = rewriteSiteLinks(RST['docs/index.rst'] ?? '', 'docs/index.rst', moves)
  expect(oil.text).toBe((RST['docs/index.rst'] ?? '').replace('   install\n', '   start/install\n'))
})
