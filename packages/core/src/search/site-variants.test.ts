import { expect, test } from 'vitest'
import { SiteVariants } from './site-variants.ts'

const site = new SiteVariants([
  { path: '/docs/keys', version: '3.1', isCurrent: true },
  { path: '/docs/next/keys', version: 'current', isCurrent: false },
  { path: '/docs/2.10/keys', version: '2.10', isCurrent: false },
  { path: '/docs/2.9/keys', version: '2.9', isCurrent: false },
  { path: '/fr/docs/keys', version: '3.1', language: 'fr', isCurrent: true },
  { path: '/blog/hello' },
])

test('the current version comes first, then the newest; the one in work is called next', () => {
  expect(site.versions).toEqual([
    { name: '3.1', label: '3.1', isCurrent: true },
    { name: 'current', label: 'next', isCurrent: false },
    { name: '2.10', label: '2.10', isCurrent: false },
    { name: '2.9', label: '2.9', isCurrent: false },
  ])
  expect(site.languages).toEqual([{ name: 'fr', label: 'français' }])
})

test('where no page says so, the current version is the one whose addresses name none, or the newest', () => {
  const current = (...pages: [path: string, version: string][]) =>
    new SiteVariants(pages.map(([path, version]) => ({ path, version }))).versions[0]
  expect(current(['/a', '1'], ['/2/a', '2'])).toMatchObject({ name: '1', isCurrent: true })
  expect(current(['/9/a', '9'], ['/10/a', '10'])).toMatchObject({ name: '10', isCurrent: true })
  expect(current(['/9/a', '9'], ['/stable/a', 'stable'])).toMatchObject({ name: 'stable', isCurrent: true })
})

test('a page in a language names its translations', () => {
  const pages = ['en', 'fr', 'ja'].map((language) => ({ path: `/${language}/keys`, language }))
  expect(new SiteVariants([...pages, { path: '/keys' }]).others('/fr/keys')).toEqual([
    { path: '/en/keys', language: 'en' },
    { path: '/ja/keys', language: 'ja' },
  ])
})

test('a page names where else it stands', () => {
  expect(site.others('/docs/2.9/keys')).toEqual([
    { path: '/docs/keys', version: '3.1' },
    { path: '/docs/next/keys', version: 'current' },
    { path: '/docs/2.10/keys', version: '2.10' },
    { path: '/fr/docs/keys', version: '3.1', language: 'fr' },
  ])
  expect(site.others('/blog/hello')).toEqual([])
  expect(site.others('/unknown')).toEqual([])
})

test.each<[string, string[]]>([
  ['How do I rotate keys in 2.9?', ['2.9']],
  ['keys in v3', ['3.1']],
  ['does version 2 rotate keys', ['2.10']],
  ['keys of 2.9.4', ['2.9']],
  ['migrate from v2.9 to v3.1', ['2.9', '3.1']],
  ['rotate keys in 2 steps', []],
  ['error 404, port 3100, at 10.2.9.1', []],
  ['v7 of the API', []],
])('versions that a question names: %s', (text, names) => {
  expect([...site.namedIn(text)]).toEqual(names)
})

test('a site whose pages name neither has no variants', () => {
  const plain = new SiteVariants([{ path: '/a' }, { path: '/b' }])
  expect([plain.pages, plain.versions, plain.languages]).toEqual([[], [], []])
})
