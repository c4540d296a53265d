import { projectId, type Retriever, type RevisionWriter } from '@docent/core/plugin'
import { expect } from 'vitest'
import { type IndexedPage, indexedPage } from '../material/retriever-pages.ts'
import type { ContractCase } from './contract-case.ts'
import { find, index, PROJECT, type RetrieverContext } from './retriever-context.ts'

/** More passages than an adapter is likely to keep in memory before it writes them somewhere. */
const MANY = 2_500

/** Pages of the draft: `/kept` anew, and many more. */
function manyPages(): IndexedPage[] {
  const drafts = Array.from({ length: MANY / 10 }, (_, page) =>
    indexedPage({
      path: `/draft-${page}`,
      texts: Array.from({ length: 10 }, (_, part) => `compass ${page} of ${part}`),
    }),
  )
  return [indexedPage({ path: '/kept', texts: ['compass'] }), ...drafts]
}

/** Writes in several calls, and looks after each. */
async function writeMany(writer: RevisionWriter, look: () => Promise<void>): Promise<void> {
  const pages = manyPages()
  for (let start = 0; start < pages.length; start += 100) {
    await writer.write(pages.slice(start, start + 100))
    await look()
  }
}

/** What readers see while `index` of /kept and /gone is committed, and no more. */
async function expectCommitted(readers: readonly Retriever[]): Promise<void> {
  for (const reader of readers) {
    expect(await find(reader, 'compass')).toEqual([])
    expect(await find(reader, 'lantern')).toEqual(['/kept'])
    expect(await find(reader, 'anchor')).toEqual(['/gone'])
    expect(await reader.page(PROJECT, '/draft-0')).toBeUndefined()
    expect((await reader.page(PROJECT, '/kept'))?.content).toBe('lantern')
    expect((await reader.page(PROJECT, '/gone'))?.content).toBe('anchor')
    expect(await reader.manifest(PROJECT)).toEqual({
      revision: 'r1',
      hashes: new Map([
        ['kept.mdx', 'old'],
        ['gone.mdx', 'gone'],
      ]),
      pages: 2,
      passages: 2,
    })
    if (reader.state) expect(await reader.state(PROJECT)).toEqual({ revision: 'r1', pages: 2, passages: 2 })
  }
}

const COMMITTED = [
  { path: '/kept', texts: ['lantern'], hash: 'old' },
  { path: '/gone', texts: ['anchor'], hash: 'gone' },
]

/** Drafts that are too large for a buffer, several readers, and several writers. */
export const retrieverDraftCases: readonly ContractCase<RetrieverContext>[] = [
  {
    name: 'shows nothing of a large revision before its commit, to readers that were there before and to new ones',
    async run({ retriever, peer = retriever }) {
      await index(retriever, COMMITTED)
      expect(await find(retriever, 'lantern')).toEqual(['/kept'])
      const writer = await retriever.begin(PROJECT)
      await writer.remove(['gone.mdx'])
      let looks = 0
      await writeMany(writer, async () => {
        looks += 1
        // The first look of the other reader is in the middle of the draft.
        await expectCommitted(looks === 2 ? [peer, retriever] : [retriever])
      })
      await expectCommitted([retriever, peer])
      await writer.commit('r2')
      for (const reader of [retriever, peer]) {
        expect(await find(reader, 'compass', {}, { limit: 200 })).toHaveLength(200)
        expect(await find(reader, 'lantern')).toEqual([])
        expect(await reader.page(PROJECT, '/gone')).toBeUndefined()
        expect(await reader.manifest(PROJECT)).toMatchObject({ revision: 'r2', passages: MANY + 1 })
      }
    },
  },
  {
    name: 'holds nothing of a large aborted revision, nor does the revision after it',
    async run({ retriever, peer = retriever }) {
      await index(retriever, COMMITTED)
      const aborted = await retriever.begin(PROJECT)
      await aborted.remove(['gone.mdx'])
      await writeMany(aborted, async () => {})
      await aborted.abort()
      await expectCommitted([retriever, peer])
      await index(peer, [{ path: '/more', texts: ['rope'] }], 'r2')
      for (const reader of [retriever, peer]) {
        expect(await find(reader, 'compass')).toEqual([])
        expect(await find(reader, 'anchor')).toEqual(['/gone'])
        expect(await reader.manifest(PROJECT)).toMatchObject({ revision: 'r2', pages: 3, passages: 3 })
      }
    },
  },
  {
    name: 'shows what another process commits, in searches, pages, manifest and state',
    async run({ retriever, peer = retriever }) {
      for (const [round, writer] of [retriever, peer, retriever].entries()) {
        await index(writer, [{ path: '/a', texts: [`lantern${round}`], hash: `h${round}` }], `r${round}`)
        for (const reader of [retriever, peer]) {
          expect(await find(reader, `lantern${round}`)).toEqual(['/a'])
          expect((await reader.page(PROJECT, '/a'))?.content).toBe(`lantern${round}`)
          expect(await reader.manifest(PROJECT)).toMatchObject({
            revision: `r${round}`,
            hashes: new Map([['a.mdx', `h${round}`]]),
          })
          if (reader.state) expect((await reader.state(PROJECT)).revision).toBe(`r${round}`)
        }
      }
      await peer.drop(PROJECT)
      expect(await find(retriever, 'lantern2')).toEqual([])
      expect((await retriever.manifest(PROJECT)).revision).toBeUndefined()
    },
  },
  {
    name: 'never mixes two writers of one project: the second is refused, or begins at what is committed',
    async run({ retriever, peer = retriever }) {
      await index(retriever, COMMITTED)
      const first = await retriever.begin(PROJECT)
      await first.write([indexedPage({ path: '/first', texts: ['compass'] })])
      await first.remove(['gone.mdx'])
      const second = await peer.begin(PROJECT).catch(() => undefined)
      await second?.write([indexedPage({ path: '/second', texts: ['rope'] })])
      await first.commit('first')
      const isSecond = await second?.commit('second').then(
        () => true,
        () => false,
      )
      const [words, revision] = isSecond
        ? [['lantern', 'anchor', 'rope'], 'second']
        : [['lantern', 'compass'], 'first']
      for (const reader of [retriever, peer]) {
        for (const word of ['lantern', 'anchor', 'compass', 'rope'])
          expect([word, (await find(reader, word)).length]).toEqual([word, words.includes(word) ? 1 : 0])
        expect((await reader.manifest(PROJECT)).revision).toBe(revision)
      }
    },
  },
  {
    name: 'touches nothing of the files of other projects that have the same names',
    async run({ retriever }) {
      const other = projectId('other')
      for (const project of [PROJECT, other]) {
        const writer = await retriever.begin(project)
        await writer.write([
          indexedPage({ path: '/a', texts: ['lantern'] }),
          indexedPage({ path: '/b', texts: ['anchor'] }),
        ])
        await writer.commit('r1')
      }
      const writer = await retriever.begin(PROJECT)
      await writer.remove(['a.mdx'])
      await writer.write([indexedPage({ path: '/b', texts: ['compass'] })])
      await writer.commit('r2')
      const contents = async (text: string) =>
        (await retriever.search(other, { text, limit: 9 })).map(({ passage }) => passage.content)
      expect([await contents('lantern'), await contents('anchor'), await contents('compass')]).toEqual([
        ['lantern'],
        ['anchor'],
        [],
      ])
      expect((await retriever.page(other, '/a'))?.content).toBe('lantern')
      expect(await retriever.manifest(other)).toMatchObject({ revision: 'r1', pages: 2, passages: 2 })
      expect(await retriever.manifest(PROJECT)).toMatchObject({ revision: 'r2', pages: 1, passages: 1 })
    },
  },
]
