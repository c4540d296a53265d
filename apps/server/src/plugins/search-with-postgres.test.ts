import { definePlugin, type Plugin, Retriever } from '@docent/core/plugin'
import { fileIndex } from '@docent/retriever-files'
import { postgres } from '@docent/store-postgres'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { searchWithPostgres } from './search-with-postgres.ts'

const names = (plugins: readonly Plugin[]) => plugins.map(({ name }) => name)
const other = definePlugin({ name: 'git-other', options: z.strictObject({}), setup() {} })

test('a list with postgres() and without a retriever searches in the same database', async () => {
  const store = postgres({ url: 'postgres://docent@db.internal/docent', schema: 'ours', connections: 20 })
  const plugins = await searchWithPostgres([store, other()], [], { env: {} })
  expect(names(plugins)).toEqual(['store-postgres', 'git-other', 'retriever-postgres'])
  expect(plugins.at(-1)).toMatchObject({
    onlyFor: Retriever,
    options: { url: 'postgres://docent@db.internal/docent', schema: 'ours' },
  })
})

test('the default index gives way to it', async () => {
  const files = fileIndex()
  expect(names(await searchWithPostgres([files, postgres()], [files], { env: {} }))).toEqual([
    'store-postgres',
    'retriever-postgres',
  ])
})

test('a retriever that the configuration names stays, and fills the port first', async () => {
  const files = fileIndex()
  expect(names(await searchWithPostgres([postgres(), files], [], { env: {} }))).toContain('retriever-files')
})

test.each<[string, readonly Plugin[], Record<string, string>]>([
  ['without postgres()', [other()], {}],
  ['with a store for copies of the index', [postgres()], { DOCENT_INDEX_STORE: '/mnt/docs-index' }],
])('%s, nothing changes', async (_when, plugins, env) => {
  expect(await searchWithPostgres(plugins, [], { env })).toEqual(plugins)
})

test('projects with an embedding model keep the index that keeps vectors', async () => {
  const files = fileIndex()
  const plugins = [files, postgres()]
  expect(await searchWithPostgres(plugins, [files], { env: {}, hasEmbeddings: true })).toEqual(plugins)
})
