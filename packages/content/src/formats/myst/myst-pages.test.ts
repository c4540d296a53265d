import { describe, expect, test } from 'vitest'
import { readFixtureSite } from '../../../test/read-fixture-site.ts'
import { isLayoutFile } from '../../generators/layout-file.ts'
import { detectLayout } from '../../site.ts'
import { SiteMap } from '../../site-map/site-map.ts'
import { checkSiteNavigation } from '../../site-navigation/check-site-navigation.ts'
import { formatOf } from '../formats.ts'

function open(name: string) {
  const texts = new Map(Object.entries(readFixtureSite(name)))
  const files = [...texts.keys()]
  const settings = new Map([...texts].filter(([path]) => isLayoutFile(path)))
  const layout = detectLayout({ files, texts: settings })
  const map = new SiteMap({ layout, files: new Set(files) }, files)
  const read = async (path: string, source = texts.get(path) ?? '') => {
    const format = formatOf(path, layout.formats)
    const included = new Map(
      format.includes(path, source, layout).map((file) => [file, texts.get(file) ?? '']),
    )
    const place = () => ({ path: layout.pagePath(path) })
    return format.parse({ path, file: path, source, root: '', site: layout, included, place })
  }
  return { texts, settings, layout, map, read }
}

describe('a Sphinx site with MyST', () => {
  const { texts, settings, layout, map, read } = open('sphinx')

  test('has the Markdown below conf.py as pages, under addresses that end in .html', () => {
    expect(layout.name).toBe('sphinx')
    expect([...map.pages].map((file) => map.routeOf(file)).sort()).toEqual([
      '/',
      '/changelog.html',
      '/guide/first-model.html',
      '/guide/forecast.html',
      '/guide/gaps.html',
      '/install.html',
      '/reference/cli.html',
      '/reference/configuration.html',
      '/reference/units.html',
      '/snippets/gap-note.html',
    ])
    expect(checkSiteNavigation(map, settings)).toEqual([])
  })

  test('reads directives and roles as text, labels as anchors, and links as addresses', async () => {
    const { page, passages, anchors, problems } = await read('docs/install.md')
    expect(problems).toEqual([])
    expect(page.headings).toEqual([
      { depth: 1, text: 'Install', anchor: 'install' },
      { depth: 2, text: 'Verify the installation', anchor: 'verify-the-installation' },
    ])
    expect(anchors).toEqual(expect.arrayContaining(['installing', 'install', 'verify-the-installation']))
    expect(passages[0]?.content).toContain(
      '**Python 3.11 or newer:** Older versions cannot read the archive.',
    )
    expect(passages[0]?.content).toContain('```console\n$ pip install tidepool\n```')
    expect(passages[0]?.content).toContain('or read about units.')
    expect(page.links.map(({ target, line }) => [target, line])).toEqual([
      ['/guide/first-model.html', 17],
      ['/reference/cli.html#tidepool-fit', 21],
    ])
    const model = await read('docs/guide/first-model.md')
    expect(model.page.content).toContain('**Command line**\n\nRun `tidepool fit harbour.csv`.')
    expect(model.page.content).toContain('It reads [the configuration](/reference/configuration.html)')
    expect(model.passages.at(-1)?.anchor).toBe('harmonic-constituents')
    expect((await read('docs/guide/gaps.md')).page.content).toContain('Gaps are never filled')
  })

  test('puts what an admonition begins with on a line of its own, unless it is text', async () => {
    const { page } = await read(
      'docs/install.md',
      '# A\n\n```{note}\n- one\n- two\n```\n\n```{tip}\nText.\n```\n',
    )
    expect(page.content).toContain('**Note:**\n\n- one\n- two')
    expect(page.content).toContain('**Tip:** Text.')
  })

  test('has toctree entries, doc roles and links inside of directives as links that lead somewhere', async () => {
    const targets = new Map<string, string[]>()
    for (const file of map.pages) {
      const { problems } = await read(file)
      expect(problems, file).toEqual([])
      for (const link of formatOf(file, layout.formats).links(file, texts.get(file) ?? '')) {
        expect(map.find(file, link).kind, `${file}: ${link.target}`).not.toBe('missing')
        targets.set(file, [...(targets.get(file) ?? []), link.target])
      }
    }
    expect(targets.get('docs/index.md')).toHaveLength(8)
    expect(targets.get('docs/guide/gaps.md')).toEqual(['forecast.md', '../snippets/gap-note.md'])
  })

  test('tells of documents that are not there, and not of labels of other pages', async () => {
    const source =
      '# A\n\n{doc}`none` [a](none.md) [b](some-label) [](#other-label) {ref}`else`\n\n```{toctree}\nnowhere\n```\n\n```{note}\nunclosed\n'
    const inspected = await formatOf('docs/a.md', layout.formats).inspect('docs/a.md', source)
    const missing = inspected.links.filter((link) => map.find('docs/a.md', link).kind === 'missing')
    expect(missing.map(({ target, line }) => [target, line])).toEqual([
      ['none.md', 3],
      ['none.md', 3],
      ['nowhere.md', 6],
    ])
    expect(inspected.problems.map(({ line, rule }) => [line, rule])).toEqual([[9, 'code-fence-unclosed']])
  })
})

describe('a Jupyter Book', () => {
  const { settings, layout, map, read } = open('jupyter-book')

  test('has its table of contents as its navigation', () => {
    expect(layout.name).toBe('sphinx')
    expect([...map.pages]).toHaveLength(10)
    expect(checkSiteNavigation(map, settings)).toEqual([])
    const broken = new Map([['_toc.yml', `${settings.get('_toc.yml')}      - file: appendix/none\n`]])
    expect(checkSiteNavigation(map, broken).map(({ line, message }) => [line, message])).toEqual([
      [17, '"appendix/none" leads to no page: add the page, or take the entry out.'],
    ])
  })

  test('reads mathematics as it is written', async () => {
    const { page } = await read('chapters/flow.md')
    expect(page.content).toContain('Discharge is `Q = vA`.')
    expect(page.content).toContain('```math\nv = \\frac{1}{n} R^{2/3} S^{1/2}\n```')
  })
})

test('a myst.yml makes addresses of the names of files', () => {
  const files = ['myst.yml', 'a/My Page.md', 'b.md']
  const layout = detectLayout({
    files,
    texts: new Map([['myst.yml', 'version: 1\nproject:\n  toc:\n    - file: b.md\n']]),
  })
  expect(files.slice(1).map((file) => layout.pagePath(file))).toEqual(['/my-page', '/b'])
})
