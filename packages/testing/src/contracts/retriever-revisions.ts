import { projectId } from '@docent/core/plugin'
import { expect } from 'vitest'
import { indexedPage } from '../material/retriever-pages.ts'
import type { ContractCase } from './contract-case.ts'
import { find, index, PROJECT, type RetrieverContext } from './retriever-context.ts'

/** Revisions are whole: seen after their commit, all at once, or not at all. */
export const retrieverRevisionCases: readonly ContractCase<RetrieverContext>[] = [
  {
    name: 'knows nothing of a project that was never indexed, and that is no error',
    async run({ retriever }) {
      expect(await find(retriever, 'anything')).toEqual([])
      expect(await retriever.page(PROJECT, '/')).toBeUndefined()
      expect(await retriever.manifest(PROJECT)).toEqual({
        revision: undefined,
        hashes: new Map(),
        pages: 0,
        passages: 0,
      })
    },
  },
  {
    name: 'holds a project from its first commit on, until it is dropped',
    async run({ retriever }) {
      if (!retriever.holds) return
      expect(await retriever.holds(PROJECT)).toBe(false)
      const writer = await retriever.begin(PROJECT)
      await writer.write([indexedPage({ path: '/guide' })])
      expect(await retriever.holds(PROJECT)).toBe(false)
      await writer.commit('r1')
      expect(await retriever.holds(PROJECT)).toBe(true)
      expect(await retriever.holds(projectId('another'))).toBe(false)
      await retriever.drop(PROJECT)
      expect(await retriever.holds(PROJECT)).toBe(false)
    },
  },
  {
    name: 'gives pages and passages back exactly as they were written',
    async run({ retriever }) {
      const written = indexedPage({
        path: '/guide',
        title: 'Größe & "quotes" \u0000',
        texts: ['Installing lanterns 🏮\n\n```ts\nconst a = `\\n`\n```'],
        headings: ["It's"],
        version: 'v2',
        language: 'en',
        tags: ['a', "b'c"],
      })
      const writer = await retriever.begin(PROJECT)
      await writer.write([written])
      await writer.commit('r1')
      expect(await retriever.page(PROJECT, '/guide')).toEqual(written.page)
      const [found] = await retriever.search(PROJECT, { text: 'lanterns', limit: 1 })
      expect(found?.passage).toEqual(written.passages[0])
    },
  },
  {
    name: 'answers the page that redirects lead to, when the path has none',
    async run({ retriever }) {
      const writer = await retriever.begin(PROJECT)
      await writer.write([
        indexedPage({ path: '/new' }),
        indexedPage({ path: '/v2/start' }),
        indexedPage({ path: '/staff', groups: ['staff'] }),
      ])
      await writer.redirects([
        { source: '/old', destination: '/older' },
        { source: '/older', destination: '/new' },
        { source: '/new', destination: '/v2/start' },
        { source: '/v1/:rest*', destination: '/v2/:rest*' },
        { source: '/insider', destination: '/staff' },
        { source: '/away', destination: 'https://example.com/new' },
        { source: '/round', destination: '/about' },
        { source: '/about', destination: '/round' },
      ])
      expect(await retriever.page(PROJECT, '/old')).toBeUndefined()
      await writer.commit('r1')
      const pathOf = async (path: string, trustedGroups: string[] = []) =>
        (await retriever.page(PROJECT, path, { trustedGroups }))?.path
      expect(await pathOf('/old')).toBe('/new')
      expect(await pathOf('/new')).toBe('/new')
      expect(await pathOf('/v1/start')).toBe('/v2/start')
      expect(await pathOf('/v1/gone')).toBeUndefined()
      expect(await pathOf('/insider')).toBeUndefined()
      expect(await pathOf('/insider', ['staff'])).toBe('/staff')
      expect(await pathOf('/away')).toBeUndefined()
      expect(await pathOf('/round')).toBeUndefined()
      await index(retriever, [{ path: '/other' }], 'r2')
      expect(await pathOf('/old')).toBe('/new')
      const next = await retriever.begin(PROJECT)
      await next.redirects([])
      await next.commit('r3')
      expect(await pathOf('/old')).toBeUndefined()
    },
  },
  {
    name: 'shows nothing of a revision before its commit',
    async run({ retriever }) {
      await index(retriever, [{ path: '/a', texts: ['old lantern'] }], 'r1')
      const writer = await retriever.begin(PROJECT)
      await writer.write([indexedPage({ path: '/a', texts: ['new compass'] }), indexedPage({ path: '/b' })])
      expect(await find(retriever, 'compass')).toEqual([])
      expect(await find(retriever, 'lantern')).toEqual(['/a'])
      expect(await retriever.page(PROJECT, '/b')).toBeUndefined()
      expect(await retriever.manifest(PROJECT)).toMatchObject({ revision: 'r1', pages: 1, passages: 1 })
      await writer.commit('r2')
      expect(await find(retriever, 'compass')).toEqual(['/a'])
      expect(await find(retriever, 'lantern')).toEqual([])
      expect((await retriever.page(PROJECT, '/b'))?.path).toBe('/b')
    },
  },
  {
    name: 'tells by its state, when it has one, what its manifest says but for the hashes',
    async run({ retriever }) {
      const same = async () => {
        const { hashes: _, ...rest } = await retriever.manifest(PROJECT)
        if (retriever.state) expect(await retriever.state(PROJECT)).toEqual(rest)
      }
      await same()
      await index(retriever, [{ path: '/a', texts: ['old lantern'] }], 'r1')
      await same()
      await index(retriever, [{ path: '/b' }, { path: '/c' }], 'r2')
      await same()
      await retriever.drop(PROJECT)
      await same()
    },
  },
  {
    name: 'lists the hash of every file, the counts and the revision of the commit',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/a', texts: ['one', 'two'], hash: 'ha' },
        { path: '/b', hash: 'hb' },
      ])
      expect(await retriever.manifest(PROJECT)).toEqual({
        revision: 'r1',
        hashes: new Map([
          ['a.mdx', 'ha'],
          ['b.mdx', 'hb'],
        ]),
        pages: 2,
        passages: 3,
      })
    },
  },
  {
    name: 'shows every reader one whole revision while revisions are committed',
    async run({ retriever }) {
      const pages = ['/a', '/b', '/c', '/d']
      const write = (word: string) =>
        index(
          retriever,
          pages.map((path) => ({ path, texts: [`lantern ${word}`] })),
          word,
        )
      await write('round0')
      let writing = true
      const commits = (async () => {
        for (let round = 1; round <= 5; round++) await write(`round${round}`)
        writing = false
      })()
      while (writing) {
        const found = await retriever.search(PROJECT, { text: 'lantern', limit: 10 })
        expect(found).toHaveLength(pages.length)
        expect(new Set(found.map(({ passage }) => passage.content)).size).toBe(1)
        await new Promise(setImmediate)
      }
      await commits
    },
  },
  {
    name: 'keeps projects apart, whatever their ids hold',
    async run({ retriever }) {
      const ids = ['one', 'ONE', '../one', 'a/b', 'a%2Fb', '..', "it's"].map(projectId)
      for (const id of ids) {
        const writer = await retriever.begin(id)
        await writer.write([indexedPage({ path: `/${encodeURIComponent(id)}`, texts: ['lantern'] })])
        await writer.commit(id)
      }
      for (const id of ids) {
        const found = await retriever.search(id, { text: 'lantern', limit: 10 })
        expect(found.map(({ passage }) => passage.pagePath)).toEqual([`/${encodeURIComponent(id)}`])
      }
    },
  },
  {
    name: 'forgets a dropped project and no other, and can index it again',
    async run({ retriever }) {
      const other = projectId('other')
      const writer = await retriever.begin(other)
      await writer.write([indexedPage({ path: '/other', texts: ['lantern'] })])
      await writer.commit('r1')
      await index(retriever, [{ path: '/a', texts: ['lantern'] }])
      expect(await find(retriever, 'lantern')).toEqual(['/a'])
      await retriever.drop(PROJECT)
      expect(await find(retriever, 'lantern')).toEqual([])
      expect((await retriever.manifest(PROJECT)).revision).toBeUndefined()
      expect(await retriever.search(other, { text: 'lantern', limit: 1 })).toHaveLength(1)
      await index(retriever, [{ path: '/b', texts: ['lantern'] }])
      expect(await find(retriever, 'lantern')).toEqual(['/b'])
      await retriever.drop(projectId('never-there'))
    },
  },
  {
    name: 'rejects with the reason of an aborted signal and changes nothing',
    async run({ retriever }) {
      await index(retriever, [{ path: '/a', texts: ['lantern'] }])
      const reason = new Error('the client left')
      const options = { signal: AbortSignal.abort(reason) }
      await expect(retriever.search(PROJECT, { text: 'lantern', limit: 1 }, options)).rejects.toBe(reason)
      await expect(retriever.page(PROJECT, '/a', options)).rejects.toBe(reason)
      await expect(retriever.manifest(PROJECT, options)).rejects.toBe(reason)
      await expect(retriever.begin(PROJECT, options)).rejects.toBe(reason)
      await expect(retriever.drop(PROJECT, options)).rejects.toBe(reason)
      const writer = await retriever.begin(PROJECT)
      await writer.write([indexedPage({ path: '/b', texts: ['compass'] })])
      await expect(writer.commit('r2', options)).rejects.toBe(reason)
      await writer.abort()
      expect(await find(retriever, 'compass')).toEqual([])
      expect((await retriever.manifest(PROJECT)).revision).toBe('r1')
    },
  },
]
