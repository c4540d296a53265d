import { describe, expect, test } from 'vitest'
import { readFixtureSite } from '../../../test/read-fixture-site.ts'
import { isLayoutFile } from '../../generators/layout-file.ts'
import { detectLayout } from '../../site.ts'
import { SiteMap } from '../../site-map/site-map.ts'
import { checkSiteNavigation } from '../../site-navigation/check-site-navigation.ts'
import { formatOf } from '../formats.ts'

const texts = new Map(Object.entries(readFixtureSite('antora')))
const files = [...texts.keys()]
const settings = new Map([...texts].filter(([path]) => isLayoutFile(path)))
const layout = detectLayout({ files, texts: settings })
const map = new SiteMap({ layout, files: new Set(files) }, files)

async function read(path: string) {
  const source = texts.get(path) ?? ''
  const format = formatOf(path, layout.formats)
  const included = new Map(format.includes(path, source, layout).map((name) => [name, texts.get(name) ?? '']))
  const place = () => ({ path: layout.pagePath(path) })
  return format.parse({ path, file: path, source, root: '', site: layout, included, place })
}

describe('an Antora site', () => {
  test('has its pages under the addresses that Antora gives them, and nothing else', () => {
    const routes = [...map.pages].map((file) => map.routeOf(file)).sort()
    expect(layout.name).toBe('antora')
    expect(routes).toEqual([
      '/kestrel/2.4',
      '/kestrel/2.4/concepts',
      '/kestrel/2.4/guides/first-stream',
      '/kestrel/2.4/guides/operate/backup',
      '/kestrel/2.4/guides/operate/monitor',
      '/kestrel/2.4/guides/operate/upgrade',
      '/kestrel/2.4/guides/retention',
      '/kestrel/2.4/install',
      '/kestrel/2.4/install-container',
      '/kestrel/2.4/install-linux',
      '/kestrel/2.4/reference/cli',
      '/kestrel/2.4/reference/configuration',
      '/kestrel/2.4/reference/errors',
    ])
    expect(layout.version('modules/ROOT/pages/index.adoc')).toBe('2.4')
    expect(layout.isCurrentVersion?.('modules/ROOT/pages/index.adoc')).toBe(true)
    expect(checkSiteNavigation(map, settings)).toEqual([])
  })

  test('ends addresses in .html unless its playbook says otherwise', () => {
    const few = [
      'antora.yml',
      'modules/ROOT/pages/a/b.adoc',
      'modules/ROOT/pages/index.adoc',
      'modules/m/pages/c.adoc',
    ]
    const plain = detectLayout({ files: few, texts: new Map([['antora.yml', 'name: ROOT\nversion: ~\n']]) })
    expect(few.slice(1).map((file) => plain.pagePath(file))).toEqual(['/a/b.html', '/', '/m/c.html'])
  })

  test('reads a page with its attributes, includes and references', async () => {
    const { page, passages, problems } = await read('modules/ROOT/pages/install.adoc')
    expect(problems).toEqual([])
    expect(page.title).toBe('Install Kestrel')
    expect(page.headings).toEqual([
      { depth: 2, text: 'Requirements', anchor: 'requirements' },
      { depth: 2, text: 'Choose a way', anchor: 'choose-a-way' },
      { depth: 2, text: 'Verify the installation', anchor: 'verify-the-installation' },
    ])
    expect(passages.map(({ anchor }) => anchor)).toEqual([
      'requirements',
      'choose-a-way',
      'verify-the-installation',
    ])
    expect(passages[0]?.content).toContain('200 MB of memory')
    expect(passages[1]?.content).toContain(
      '| [Package](/kestrel/2.4/install-linux) | A machine of your own |',
    )
    expect(passages[2]?.content).toContain('listens on port 7440 unless')
    expect(passages[2]?.content).toContain('xref:not-a-link.adoc[in code]')
    expect(
      page.links.filter(({ kind }) => kind === 'internal').map(({ target, line }) => [target, line]),
    ).toEqual([
      ['/kestrel/2.4/install-linux', 12],
      ['/kestrel/2.4/install-container', 15],
      ['/kestrel/2.4/reference/configuration#listen-port', 22],
      ['/kestrel/2.4/guides/operate/backup#what-to-back-up', 31],
    ])
    expect(layout.aliases?.('modules/ROOT/pages/install.adoc', page.frontmatter)).toEqual([
      '/kestrel/2.4/setup',
    ])
  })

  test('takes the tagged regions of an example into code, from another module too', async () => {
    const container = await read('modules/ROOT/pages/install-container.adoc')
    expect(container.passages.at(-1)?.content).toContain(
      '```toml\n[storage]\ndirectory = "/var/lib/kestrel"\n```',
    )
    const reference = await read('modules/reference/pages/configuration.adoc')
    expect(reference.passages.at(-1)?.content).toContain(
      '[storage]\ndirectory = "/var/lib/kestrel"\n[listen]\nport = 7440',
    )
  })

  test('reads every page without a problem, and every link leads somewhere', async () => {
    for (const file of map.pages) {
      const { page, problems } = await read(file)
      expect(problems, file).toEqual([])
      const dead = formatOf(file)
        .links(file, texts.get(file) ?? '')
        .filter((link) => map.find(file, link).kind === 'missing')
      expect(dead, page.path).toEqual([])
    }
  })
})
