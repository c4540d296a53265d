import { defined } from '@docent/content'
import { indexedPage } from '@docent/testing'
import { expect, test } from 'vitest'
import { oneVersion as oneOf } from './one-version.ts'
import { SiteVariants } from './site-variants.ts'

/** A passage of a page, with its score. */
function found(path: string, score: number, about: { version?: string; language?: string } = {}) {
  const [passage] = indexedPage({ path, title: 'Keys', texts: ['Revoke a key.'], ...about }).passages
  if (passage === undefined) throw new Error('There is no passage.')
  return { passage, score }
}

type Found = Parameters<typeof oneOf>[0]

function oneVersion(list: Found) {
  const pages = list.map(({ passage: { pagePath: path, version, language } }) => ({
    path,
    ...defined({ version, language }),
  }))
  return oneOf(list, new SiteVariants(pages))
}

const paths = (list: Found) => oneVersion(list).map(({ passage }) => passage.pagePath)

test('a section of several versions is one result, with the others beside it', () => {
  const list = [
    found('/docs/next/keys', 0.5, { version: 'current' }),
    found('/docs/keys', 0.5, { version: '3.1' }),
    found('/docs/2.0/keys', 0.49, { version: '2.0' }),
    found('/docs/locks', 0.3, { version: '3.1' }),
  ]
  expect(paths(list)).toEqual(['/docs/keys', '/docs/locks'])
  expect(oneVersion(list)[0]?.also).toEqual([
    { path: '/docs/next/keys', version: 'current' },
    { path: '/docs/2.0/keys', version: '2.0' },
  ])
  expect(oneVersion(list)[1]?.also).toBeUndefined()
})

test('pages whose own names are those of versions are pages of their own', () => {
  const list = [
    found('/2.0/frameworks', 0.5, { version: '2.0' }),
    found('/2.0/frameworks/next', 0.49, { version: '2.0' }),
    found('/2.0/stable/keys', 0.4, { version: '2.0' }),
    found('/2.0/keys', 0.3, { version: '2.0' }),
  ]
  expect(paths(list)).toEqual(list.map(({ passage }) => passage.pagePath))
})

test.each([
  ['the one that is called latest', ['/v10/keys', 'v10'], ['/latest/keys', 'latest'], '/latest/keys'],
  ['the one that is called stable', ['/stable/keys', 'stable'], ['/dev/keys', 'dev'], '/stable/keys'],
  ['the newest', ['/v9/keys', 'v9'], ['/v10/keys', 'v10'], '/v10/keys'],
])('the current version is %s', (_, [one = '', first = ''], [other = '', second = ''], current) => {
  const list = [found(one, 0.5, { version: first }), found(other, 0.48, { version: second })]
  expect(paths(list)).toEqual([current])
  expect(paths([...list].reverse())).toEqual([current])
})

test('a version that the question names, which scores better, stays', () => {
  const list = [found('/v1/keys', 0.5, { version: 'v1' }), found('/v2/keys', 0.45, { version: 'v2' })]
  expect(paths(list)).toEqual(['/v1/keys'])
})

test('a section that only an old version has is found', () => {
  const list = [found('/keys', 0.5, { version: '2' }), found('/1/seals', 0.4, { version: '1' })]
  expect(paths(list)).toEqual(['/keys', '/1/seals'])
})

test('of translations the best stays, and of pages of neither all', () => {
  const list = [found('/fr/keys', 0.5, { language: 'fr' }), found('/keys', 0.49, { language: 'en' })]
  expect(paths(list)).toEqual(['/fr/keys'])
  expect(paths([found('/a/keys', 0.5), found('/b/keys', 0.5), found('/latest', 0.4)])).toEqual([
    '/a/keys',
    '/b/keys',
    '/latest',
  ])
})
