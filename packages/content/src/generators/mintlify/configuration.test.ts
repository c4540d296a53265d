import { describe, expect, test } from 'vitest'
import { namedSettings } from '../named-settings.ts'
import { parseNavigation } from './parse-navigation.ts'

const SITE = new Map([
  [
    'docs.json',
    '{ "navigation": {"languages": [{"language": "en", "pages": ["a"]},\n{"$ref": "./parts/fr.json"}]} }',
  ],
  ['parts/fr.json', '{\n"language": "fr", "groups": [{"$ref": "groups/guides.json", "group": "Guides"}] }'],
  ['parts/groups/guides.json', '{ "group": "English",\n  "pages": ["fr/a", "fr/b"] }'],
])

function read(files: Record<string, string> | ReadonlyMap<string, string>) {
  const texts = new Map(files instanceof Map ? files : Object.entries(files))
  return parseNavigation(texts.get('docs.json') ?? '', 'docs.json', texts)
}

describe('parts of a configuration in files of their own', () => {
  test('stand in the place of their references, and know their lines', () => {
    const { pages, problems } = read(SITE)
    expect(problems).toEqual([])
    expect(pages).toMatchObject([
      { path: '/a', language: 'en', breadcrumb: [] },
      { path: '/fr/a', language: 'fr', breadcrumb: ['Guides'], line: 2, column: 13 },
      { path: '/fr/b', language: 'fr', breadcrumb: ['Guides'], line: 2, column: 21 },
    ])
  })

  test('are asked for one after another', () => {
    const texts = new Map([...SITE].slice(0, 1))
    const asked: string[] = []
    for (const path of namedSettings(texts)) {
      asked.push(path)
      texts.set(path, SITE.get(path) ?? '')
    }
    expect(asked).toEqual(['parts/fr.json', 'parts/groups/guides.json'])
  })

  test('may be lists, beside which nothing counts', () => {
    const { pages, redirects, problems } = read({
      'docs.json': '{"navigation": {"pages": {"$ref": "p.json"}}, "redirects": {"$ref": "r.json", "x": 1}}',
      'p.json': '["a", "b"]',
      'r.json': '[{"source": "/x", "destination": "/a"}]',
    })
    expect(pages.map(({ path }) => path)).toEqual(['/a', '/b'])
    expect(redirects).toEqual([{ source: '/x', destination: '/a' }])
    expect(problems).toEqual([])
  })

  test.each([
    ['one that is missing', { at: '"./no.json"' }, 'leads to no.json, which is not among the files'],
    ['one outside of the folder', { at: '"../x.json"' }, 'must name a JSON file in the folder of docs.json'],
    [
      'one from the root of the machine',
      { at: '"/x.json"' },
      'must name a JSON file in the folder of docs.json',
    ],
    [
      'one that is no JSON by its name',
      { at: '"a.mdx"' },
      'must name a JSON file in the folder of docs.json',
    ],
    ['no path', { at: '7' }, 'must name a JSON file in the folder of docs.json'],
    ['a circle', { at: '"a.json"', 'a.json': '{"$ref": "a.json"}' }, 'leads back to a file around it'],
    ['a broken file', { at: '"a.json"', 'a.json': '{' }, 'The file is not valid JSON'],
  ])('are reported where they cannot be read: %s', (_what, { at, ...files }, message) => {
    const { pages, problems } = read({
      'docs.json': `{"navigation": ["a",\n {"$ref": ${at}}, "b"]}`,
      ...files,
    })
    expect(pages.map(({ path }) => path)).toEqual(['/a', '/b'])
    expect(problems).toMatchObject([
      { rule: 'navigation-invalid', message: expect.stringContaining(message) },
    ])
    expect(problems[0]).toMatchObject(
      !('a.json' in files) ? { file: 'docs.json', line: 2, column: 11 } : { file: 'a.json', line: 1 },
    )
  })

  test('come to an end, however often they name each other', () => {
    const files: Record<string, string> = { 'docs.json': '{"navigation": {"$ref": "0.json"}}' }
    const many = (name: string) => `[${Array.from({ length: 40 }, () => `{"$ref": "${name}"}`).join()}]`
    for (let at = 0; at < 9; at++) files[`${at}.json`] = many(`${at + 1}.json`)
    files['9.json'] = '["a"]'
    const { problems } = read(files)
    expect(problems.length).toBeLessThan(4_001)
    expect(problems.at(-1)?.message).toContain('is beyond the 4000 references')
  })
})
