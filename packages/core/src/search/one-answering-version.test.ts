import { indexedPage, ManualClock, MemoryRetriever, scriptedProvider } from '@docent/testing'
import { expect, test } from 'vitest'
import { project as answering } from '../../test/answer-scene.ts'
import { Models } from '../models/models.ts'
import type { Settings } from '../ports/settings.ts'
import { FilterScopes } from './filter-scopes.ts'
import { PrepareQuery } from './prepare-query.ts'
import { RerankPassages } from './rerank-passages.ts'
import { SearchDocs, type SearchQuestion } from './search-docs.ts'

const { rerank: _, ...models } = answering.models
const project = { ...answering, models }

async function find(question: Partial<SearchQuestion>) {
  const clock = new ManualClock()
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  const retriever = new MemoryRetriever()
  const writer = await retriever.begin(project.id)
  const page = (path: string, version: string, isCurrent: boolean) =>
    indexedPage({ path, title: 'Rotate keys', texts: ['Rotate signing keys safely.'], version, isCurrent })
  await writer.write([
    page('/docs/next/keys', 'current', false),
    page('/docs/keys', '3.1', true),
    page('/docs/2.0/keys', '2.0', false),
    page('/docs/1.0/keys', '1.0', false),
    page('/docs/1.0/signing-keys', '1.0', false),
    indexedPage({ path: '/blog/keys', title: 'Keys', texts: ['Why keys rotate.'] }),
  ])
  await writer.commit('r1')
  const known = new Models([scriptedProvider('plain', {})])
  const docs = new SearchDocs(
    retriever,
    new PrepareQuery(known, clock, logger),
    new RerankPassages(known, {} as Settings, clock, logger),
    {} as Settings,
    new FilterScopes(retriever),
  )
  const found = await docs.search(project, { text: 'rotate signing keys', limit: 9, ...question })
  return found.map(({ passage }) => passage.pagePath).sort()
}

test.each<[string, Partial<SearchQuestion>, string[]]>([
  ['the current one, as the generator says', {}, ['/blog/keys', '/docs/keys']],
  [
    'the one of the filter',
    { filter: { version: '1.0' } },
    ['/blog/keys', '/docs/1.0/keys', '/docs/1.0/signing-keys'],
  ],
  ['the one of the page that is viewed', { currentPath: '/docs/2.0/keys' }, ['/blog/keys', '/docs/2.0/keys']],
  [
    'the current one, where the viewed page has none',
    { currentPath: '/blog/keys' },
    ['/blog/keys', '/docs/keys'],
  ],
  [
    'the one that the question names, before the current one',
    { text: 'rotate signing keys in v1', currentPath: '/docs/2.0/keys' },
    ['/blog/keys', '/docs/1.0/keys', '/docs/1.0/signing-keys'],
  ],
  ['the one that an earlier question names', { prefer: ['and in 2.0?'] }, ['/blog/keys', '/docs/2.0/keys']],
])('the version that answers is %s', async (_, question, paths) => {
  expect(await find(question)).toEqual(paths)
})
