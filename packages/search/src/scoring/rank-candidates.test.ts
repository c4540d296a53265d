import { expect, test } from 'vitest'
import { rankCandidates } from './rank-candidates.ts'

const candidate = (pagePath: string, score: number) => ({ pagePath, score })
const paths = (...args: Parameters<typeof rankCandidates>) =>
  rankCandidates(...args).map(({ pagePath }) => pagePath)

test('lets a page with several good passages pass one that is slightly better once', () => {
  const candidates = [
    candidate('/once', 0.52),
    candidate('/often', 0.5),
    candidate('/often', 0.5),
    candidate('/often', 0.5),
  ]
  expect(paths(candidates, { limit: 2, perPage: 1 })).toEqual(['/often', '/once'])
})

test('takes no more of a page than asked, and goes on to the next page', () => {
  const candidates = [candidate('/a', 0.9), candidate('/a', 0.8), candidate('/a', 0.7), candidate('/b', 0.1)]
  expect(paths(candidates, { limit: 3, perPage: 2 })).toEqual(['/a', '/a', '/b'])
})

test('raises the viewed page more than its neighbours, and both a little', () => {
  const candidates = [candidate('/far', 0.5), candidate('/guide/near', 0.49), candidate('/guide/here', 0.47)]
  expect(paths(candidates, { limit: 3, perPage: 1, currentPath: '/guide/here' })).toEqual([
    '/guide/here',
    '/guide/near',
    '/far',
  ])
  expect(
    paths([candidate('/far', 0.9), candidate('/guide/here', 0.7)], {
      limit: 1,
      perPage: 1,
      currentPath: '/guide/here',
    }),
  ).toEqual(['/far'])
})

test('puts the list of what releases changed behind the page about the matter, unless it is asked for', () => {
  const candidates = [candidate('/release-notes', 0.6), candidate('/middleware', 0.55)]
  const request = { limit: 2, perPage: 1 }
  expect(paths(candidates, { ...request, asksForHistory: false })).toEqual(['/middleware', '/release-notes'])
  expect(paths(candidates, { ...request, asksForHistory: true })).toEqual(['/release-notes', '/middleware'])
})

test('raises a page by the links to it, its best passage most', () => {
  const candidates = [
    candidate('/unknown', 0.6),
    { ...candidate('/linked', 0.5), links: 0.2 },
    { ...candidate('/linked', 0.1), links: 0.2 },
    candidate('/other', 0.3),
  ]
  expect(paths(candidates, { limit: 4, perPage: 2 })).toEqual(['/linked', '/unknown', '/other', '/linked'])
})

test('raises a page that many others link to, and not above a clearly better match', () => {
  const candidates = [
    candidate('/unknown', 0.5),
    { ...candidate('/linked', 0.45), linkedFrom: 30 },
    { ...candidate('/everywhere', 0.3), linkedFrom: 1000 },
  ]
  expect(paths(candidates, { limit: 3, perPage: 1 })).toEqual(['/linked', '/unknown', '/everywhere'])
})

test('raises pages of the viewed product or dialect before the same pages of others', () => {
  const candidates = [candidate('/mysql/schema/keys', 0.5), candidate('/pg/schema/keys', 0.5)]
  const viewed = (currentPath: string) => paths(candidates, { limit: 1, perPage: 1, currentPath })
  expect(viewed('/pg/guides/start')).toEqual(['/pg/schema/keys'])
  expect(viewed('/mysql/guides/start')).toEqual(['/mysql/schema/keys'])
})
