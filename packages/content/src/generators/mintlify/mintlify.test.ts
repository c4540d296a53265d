import { describe, expect, test } from 'vitest'
import { detectLayout } from '../../site.ts'
import { SiteMap } from '../../site-map/site-map.ts'
import { checkSiteNavigation } from '../../site-navigation/check-site-navigation.ts'
import { moveInNavigation } from '../../site-navigation/move-in-navigation.ts'
import { checkNavigation } from './check-navigation.ts'
import { parseNavigation } from './parse-navigation.ts'

const SOURCE = `{
  "name": "Docs",
  "navigation": {
    "languages": [
      {
        "language": "en",
        "tabs": [
          { "tab": "Guides", "groups": [
            { "group": "Start", "root": "start/overview", "pages": ["index", "/start/install.mdx",
              { "group": "Deep", "pages": [ "start/deep" ] } ] }
          ] },
          { "tab": "API", "pages": ["GET /users", "openapi.json POST /users"], "href": "https://a.b" }
        ]
      },
      { "language": "fr", "versions": [{ "version": "2", "dropdowns": [{ "dropdown": "D", "anchors": [{ "anchor": "A", "pages": ["fr/index"] }] }] }] }
    ],
    "global": { "anchors": [{ "anchor": "Blog", "href": "https://c.d" }] }
  },
  "redirects": [{ "source": "/old", "destination": "/start/install" }]
}`

describe('parseNavigation', () => {
  test('lists pages in order with what is around them', () => {
    const { pages, redirects, problems } = parseNavigation(SOURCE)
    expect(problems).toEqual([])
    expect(
      pages.map(({ path, breadcrumb, language, version }) => [path, breadcrumb.join('/'), language, version]),
    ).toEqual([
      ['/start/overview', 'Guides/Start', 'en', undefined],
      ['/', 'Guides/Start', 'en', undefined],
      ['/start/install', 'Guides/Start', 'en', undefined],
      ['/start/deep', 'Guides/Start/Deep', 'en', undefined],
      ['/fr', 'D/A', 'fr', '2'],
    ])
    expect(pages[2]).toMatchObject({ line: 9, column: 78 })
    expect(redirects).toEqual([{ source: '/old', destination: '/start/install' }])
  })

  test.each([
    ['the first', '', [true, false]],
    ['the one that is called the default', ', "default": true', [false, true]],
  ])('the current version is %s', (_, said, expected) => {
    const versions = `{"version": "2", "pages": ["a"]}, {"version": "1", "pages": ["b"]${said}}`
    const { pages } = parseNavigation(`{"navigation": {"versions": [${versions}]}}`)
    expect(pages.map(({ isCurrent }) => isCurrent)).toEqual(expected)
  })

  test('lists nothing of what is hidden, and calls the root of a group by its name', () => {
    const kept = '{"group": "Kept", "hidden": true, "pages": ["a", {"group": "B", "pages": ["b"]}]}'
    const { pages } = parseNavigation(
      `{"navigation": {"groups": [${kept}, {"group": "C", "root": "c/index", "pages": ["d"]}]}}`,
    )
    expect(pages).toMatchObject([{ path: '/c', title: 'C' }, { path: '/d' }])
    expect(pages[1]).not.toHaveProperty('title')
  })

  test('has redirects with patterns, to which addresses may lead', () => {
    const files = new Set(['docs.json', 'v2/a.mdx'])
    const text = `{"navigation": ["v2/a"], "navbar": {"links": [{"href": "/latest/a"}, {"href": "/late/a"}]},
      "redirects": [{"source": "/latest/:rest*", "destination": "/v2/:rest*"}]}`
    const texts = new Map([['docs.json', text]])
    const map = new SiteMap({ layout: detectLayout({ files: [...files], texts }), files }, files)
    expect(checkSiteNavigation(map, texts).map(({ message }) => message)).toEqual([
      '"/late/a" leads to no page: add the page, or take the entry out.',
    ])
  })

  test('reads the older form, a list of groups', () => {
    expect(
      parseNavigation('{"navigation":[{"group":"A","pages":["a",{"group":"B","pages":["b"]}]}]}').pages,
    ).toMatchObject([
      { path: '/a', breadcrumb: ['A'] },
      { path: '/b', breadcrumb: ['A', 'B'] },
    ])
  })

  test.each([
    ['{"navigation": [1]}', 1, 17],
    ['{"navigation": {"pages": "a"}}', 1, 26],
    ['{}', 1, 1],
    ['[]', 1, 1],
    ['{\n  "navigation": ["a",]\n}', 2, 22],
    ['{"navigation": ["a]}', 1, 17],
    ['{"navigation": []', 1, 18],
  ])('reports what is wrong in %j', (source, line, column) => {
    expect(parseNavigation(source).problems).toMatchObject([{ rule: 'navigation-invalid', line, column }])
  })
})

describe('moveInNavigation', () => {
  test('changes the entry in its own style and nothing else', () => {
    const renamed = (from: string, to: string) => {
      const files = new Set(['docs.json', 'index.mdx', 'start/install.mdx', 'start/deep.mdx', from])
      const texts = new Map([['docs.json', SOURCE.replace(/,\n {2}"redirects".*/, '')]])
      const layout = detectLayout({ files: [...files], texts })
      const before = new SiteMap({ layout, files }, files)
      return moveInNavigation({ before, texts, from, to, frontmatter: {} }).get('docs.json')
    }
    const source = SOURCE.replace(/,\n {2}"redirects".*/, '')
    expect(renamed('start/install.mdx', 'setup.mdx')).toBe(
      source.replace('"/start/install.mdx"', '"/setup.mdx"'),
    )
    expect(renamed('start/deep.mdx', 'x/"y".mdx')).toBe(source.replace('"start/deep"', '"x/\\"y\\""'))
    expect(renamed('none.mdx', 'x.mdx')).toBeUndefined()
  })
})

describe('checkNavigation', () => {
  test('names entries without a page and entries listed twice', () => {
    const source = '{"navigation": ["a",\n "b", "a"]}'
    expect(checkNavigation(source, { hasPage: (path) => path === '/a' })).toMatchObject([
      { rule: 'navigation-missing-page', line: 2, column: 2, severity: 'error', file: 'docs.json' },
      { rule: 'navigation-duplicate', line: 2, column: 7, severity: 'warning' },
    ])
  })
})
