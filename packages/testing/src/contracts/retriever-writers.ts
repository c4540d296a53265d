import { expect } from 'vitest'
import { indexedPage } from '../material/retriever-pages.ts'
import type { ContractCase } from './contract-case.ts'
import { find, index, PROJECT, type RetrieverContext } from './retriever-context.ts'

/** What an open revision takes, drops and refuses. */
export const retrieverWriterCases: readonly ContractCase<RetrieverContext>[] = [
  {
    name: 'replaces a file that is written again, and keeps the others',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/a', texts: ['lantern one', 'lantern two', 'lantern three'] },
        { path: '/b', texts: ['anchor'] },
      ])
      await index(retriever, [{ path: '/a', texts: ['compass'] }], 'r2')
      expect(await find(retriever, 'lantern')).toEqual([])
      expect(await find(retriever, 'compass')).toEqual(['/a'])
      expect(await find(retriever, 'anchor')).toEqual(['/b'])
      expect(await retriever.manifest(PROJECT)).toMatchObject({ revision: 'r2', pages: 2, passages: 2 })
    },
  },
  {
    name: 'keeps the last of two writes of one file in one revision',
    async run({ retriever }) {
      const writer = await retriever.begin(PROJECT)
      await writer.write([indexedPage({ path: '/a', texts: ['lantern'] })])
      await writer.write([indexedPage({ path: '/a', texts: ['compass'] })])
      await writer.write([indexedPage({ path: '/b', texts: ['anchor'] })])
      await writer.remove(['b.mdx', 'never-there.mdx'])
      await writer.commit('r1')
      expect(await find(retriever, 'lantern')).toEqual([])
      expect(await find(retriever, 'compass')).toEqual(['/a'])
      expect(await find(retriever, 'anchor')).toEqual([])
      expect(await retriever.manifest(PROJECT)).toMatchObject({ pages: 1, passages: 1 })
    },
  },
  {
    name: 'removes and replaces hundreds of files in one commit',
    async run({ retriever }) {
      const files = Array.from({ length: 1_200 }, (_, at) => `page-${at}`)
      const pages = (names: readonly string[], text: string) =>
        names.map((name) => indexedPage({ path: `/${name}`, file: `${name}.mdx`, texts: [text] }))
      const first = await retriever.begin(PROJECT)
      await first.write(pages(files, 'Some words.'))
      await first.commit('one')
      const [removed, replaced] = [files.slice(0, 599), files.slice(599, 1_199)]
      const next = await retriever.begin(PROJECT)
      await next.remove(removed.map((name) => `${name}.mdx`))
      await next.write(pages(replaced, 'Other words.'))
      await next.commit('two')
      const { hashes, pages: count } = await retriever.manifest(PROJECT)
      expect([count, hashes.size]).toEqual([601, 601])
      expect(await retriever.page(PROJECT, '/page-598')).toBeUndefined()
      expect((await retriever.page(PROJECT, '/page-1198'))?.content).toContain('Other words.')
      expect((await retriever.page(PROJECT, '/page-1199'))?.content).toContain('Some words.')
    },
  },
  {
    name: 'holds every page of a file that has several',
    async run({ retriever }) {
      const pages = ['/api/get', '/api/post'].map((path) =>
        indexedPage({ path, file: 'openapi.json', texts: ['endpoint'], hash: 'same' }),
      )
      const writer = await retriever.begin(PROJECT)
      await writer.write(pages)
      await writer.commit('r1')
      expect((await find(retriever, 'endpoint')).sort()).toEqual(['/api/get', '/api/post'])
      expect((await retriever.manifest(PROJECT)).hashes).toEqual(new Map([['openapi.json', 'same']]))
      const next = await retriever.begin(PROJECT)
      await next.remove(['openapi.json'])
      await next.commit('r2')
      expect(await find(retriever, 'endpoint')).toEqual([])
    },
  },
  {
    name: 'loses removed and moved pages with the commit that says so',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/old', texts: ['lantern'] },
        { path: '/gone', texts: ['anchor'] },
      ])
      const writer = await retriever.begin(PROJECT)
      await writer.remove(['old.mdx', 'gone.mdx'])
      await writer.write([indexedPage({ path: '/new', texts: ['lantern'] })])
      expect(await find(retriever, 'lantern')).toEqual(['/old'])
      await writer.commit('r2')
      expect(await find(retriever, 'lantern')).toEqual(['/new'])
      expect(await find(retriever, 'anchor')).toEqual([])
      expect(await retriever.page(PROJECT, '/old')).toBeUndefined()
      expect([...(await retriever.manifest(PROJECT)).hashes.keys()]).toEqual(['new.mdx'])
    },
  },
  {
    name: 'drops an aborted revision, and the next one holds nothing of it',
    async run({ retriever }) {
      await index(retriever, [{ path: '/a', texts: ['lantern'] }])
      const aborted = await retriever.begin(PROJECT)
      await aborted.write([indexedPage({ path: '/b', texts: ['compass'] })])
      await aborted.remove(['a.mdx'])
      await aborted.abort()
      expect(await find(retriever, 'lantern')).toEqual(['/a'])
      await index(retriever, [{ path: '/c', texts: ['anchor'] }], 'r2')
      expect(await find(retriever, 'compass')).toEqual([])
      expect(await find(retriever, 'lantern')).toEqual(['/a'])
      expect(await retriever.manifest(PROJECT)).toMatchObject({ revision: 'r2', pages: 2, passages: 2 })
    },
  },
  {
    name: 'drops an aborted first revision',
    async run({ retriever }) {
      const aborted = await retriever.begin(PROJECT)
      await aborted.write([indexedPage({ path: '/a', texts: ['lantern'] })])
      await aborted.abort()
      expect(await find(retriever, 'lantern')).toEqual([])
      await index(retriever, [{ path: '/b', texts: ['compass'] }])
      expect(await find(retriever, 'lantern')).toEqual([])
    },
  },
  {
    name: 'lets abort follow commit, and refuses anything else',
    async run({ retriever }) {
      const writer = await retriever.begin(PROJECT)
      await writer.write([indexedPage({ path: '/a', texts: ['lantern'] })])
      await writer.commit('r1')
      await writer.abort()
      expect(await find(retriever, 'lantern')).toEqual(['/a'])
      await expect(writer.write([indexedPage({ path: '/b' })])).rejects.toThrow()
      await expect(writer.commit('r2')).rejects.toThrow()
      expect((await retriever.manifest(PROJECT)).revision).toBe('r1')
      const aborted = await retriever.begin(PROJECT)
      await aborted.abort()
      await aborted.abort()
      await expect(aborted.write([indexedPage({ path: '/b' })])).rejects.toThrow()
      await expect(aborted.remove(['a.mdx'])).rejects.toThrow()
      await expect(aborted.commit('r3')).rejects.toThrow()
      expect((await retriever.manifest(PROJECT)).revision).toBe('r1')
    },
  },
  {
    name: 'commits a revision without changes under its new name',
    async run({ retriever }) {
      await index(retriever, [{ path: '/a', texts: ['lantern'] }], 'r1')
      await index(retriever, [], 'r2')
      expect((await retriever.manifest(PROJECT)).revision).toBe('r2')
      expect(await find(retriever, 'lantern')).toEqual(['/a'])
    },
  },
]
