import { contentHash } from '@docent/content'
import type { IndexEmbedding, RetrievalQuery, Retriever } from '@docent/core/plugin'
import { expect } from 'vitest'
import { indexedPage, type PageDraft } from '../material/retriever-pages.ts'
import type { ContractCase } from './contract-case.ts'
import { find, index, PROJECT, type RetrieverContext } from './retriever-context.ts'

/** Each direction is a meaning, so that the cases need no model. */
const MEANINGS: Readonly<Record<string, readonly number[]>> = {
  light: [1, 0, 0, 0],
  knot: [0, 1, 0, 0],
  ship: [0, 0, 1, 0],
}
const EMBEDDING: IndexEmbedding = { model: 'test:meanings', dimensions: 4 }

type MeaningfulPage = PageDraft & { meaning: string }

const PAGES: readonly MeaningfulPage[] = [
  { path: '/lantern', texts: ['The lantern.'], meaning: 'light' },
  { path: '/rope', texts: ['The rope.'], meaning: 'knot' },
  { path: '/boat', texts: ['The boat.'], meaning: 'ship' },
]

async function indexMeanings(
  retriever: Retriever,
  pages: readonly MeaningfulPage[],
  revision = 'r1',
  embedding: IndexEmbedding = EMBEDDING,
): Promise<void> {
  const writer = await retriever.begin(PROJECT, { embedding })
  await writer.write(
    pages.map(({ meaning, ...draft }) => {
      const entry = indexedPage(draft)
      const values = (MEANINGS[meaning] ?? []).slice(0, embedding.dimensions)
      const vectors = entry.passages.map(({ content }) => ({ key: keyOf(embedding, content), values }))
      return { ...entry, vectors }
    }),
  )
  await writer.commit(revision)
}

function keyOf({ model }: IndexEmbedding, text: string): string {
  return contentHash(`${model} ${text}`)
}

const meaning = (name: string): Pick<RetrievalQuery, 'embed'> => ({ embed: async () => MEANINGS[name] ?? [] })

/** Search by meaning. A retriever without vectors has no `embedding` in its manifest, and passes by ignoring them. */
export const retrieverVectorCases: readonly ContractCase<RetrieverContext>[] = [
  {
    name: 'finds by vector what shares no word with the query, if it keeps vectors',
    async run({ retriever }) {
      await indexMeanings(retriever, PAGES)
      const { embedding } = await retriever.manifest(PROJECT)
      const found = await find(retriever, 'glimmer', {}, meaning('light'))
      if (embedding === undefined) return expect(found).toEqual([])
      expect(embedding).toEqual(EMBEDDING)
      expect(found[0]).toBe('/lantern')
      expect((await find(retriever, 'glimmer', {}, meaning('knot')))[0]).toBe('/rope')
    },
  },
  {
    name: 'puts what words and vector both find first',
    async run({ retriever }) {
      await indexMeanings(retriever, PAGES)
      expect((await find(retriever, 'rope', {}, meaning('knot')))[0]).toBe('/rope')
    },
  },
  {
    name: 'searches by words alone when the query brings no vector or one of another length',
    async run({ retriever }) {
      await indexMeanings(retriever, PAGES)
      expect(await find(retriever, 'rope')).toEqual(['/rope'])
      expect(await find(retriever, 'rope', {}, { embed: async () => undefined })).toEqual(['/rope'])
      expect(await find(retriever, 'glimmer', {}, { embed: async () => undefined })).toEqual([])
    },
  },
  {
    name: 'asks for a vector of the model that the index has, and for none when it has none',
    async run({ retriever }) {
      const asked: string[] = []
      const embed = async (text: string, model: string) => {
        asked.push(`${model}: ${text}`)
        return undefined
      }
      await index(retriever, [{ path: '/plain', texts: ['Words.'] }])
      await find(retriever, 'words', {}, { embed })
      expect(asked).toEqual([])
      await indexMeanings(retriever, PAGES, 'r2')
      await find(retriever, 'words', {}, { embed })
      const { embedding } = await retriever.manifest(PROJECT)
      expect(asked).toEqual(embedding === undefined ? [] : ['test:meanings: words'])
    },
  },
  {
    name: 'applies filters and groups to what vectors find',
    async run({ retriever }) {
      await indexMeanings(retriever, [
        { path: '/staff', texts: ['Secret lamp.'], groups: ['staff'], meaning: 'light' },
        { path: '/old', texts: ['Old lamp.'], version: 'v1', meaning: 'light' },
        { path: '/rope', texts: ['The rope.'], version: 'v2', meaning: 'knot' },
      ])
      expect(await find(retriever, 'glimmer', {}, meaning('light'))).not.toContain('/staff')
      expect(await find(retriever, 'glimmer', { groups: ['staff'] }, meaning('light'))).toEqual([])
      for (const path of await find(retriever, 'glimmer', { version: 'v2' }, meaning('light')))
        expect(path).toBe('/rope')
    },
  },
  {
    name: 'gives back the vectors of the committed revision by their keys',
    async run({ retriever }) {
      await indexMeanings(retriever, PAGES)
      const { embedding } = await retriever.manifest(PROJECT)
      if (embedding === undefined) return
      const writer = await retriever.begin(PROJECT, { embedding })
      await writer.remove(['rope.mdx'])
      const [lantern, rope] = ['The lantern.', 'The rope.'].map((text) => keyOf(EMBEDDING, text))
      const known = await writer.vectors?.([lantern ?? '', rope ?? '', 'never there'])
      await writer.abort()
      expect([...(known ?? [])].map(([key, values]) => [key, Array.from(values)])).toEqual(
        expect.arrayContaining([
          [lantern, MEANINGS.light],
          [rope, MEANINGS.knot],
        ]),
      )
      expect(known?.size).toBe(2)
    },
  },
  {
    name: 'starts empty with another embedding, and serves the old revision until the commit',
    async run({ retriever }) {
      await indexMeanings(retriever, PAGES)
      if ((await retriever.manifest(PROJECT)).embedding === undefined) return
      const other: IndexEmbedding = { model: 'test:other', dimensions: 3 }
      const writer = await retriever.begin(PROJECT, { embedding: other })
      expect(await writer.vectors?.([keyOf(EMBEDDING, 'The rope.')])).toEqual(new Map())
      expect(await find(retriever, 'rope')).toEqual(['/rope'])
      await writer.abort()
      expect(await find(retriever, 'glimmer', {}, meaning('ship'))).toContain('/boat')
      await indexMeanings(retriever, PAGES.slice(0, 1), 'r2', other)
      expect(await retriever.manifest(PROJECT)).toMatchObject({ revision: 'r2', pages: 1, embedding: other })
      expect(await find(retriever, 'rope')).toEqual([])
      await index(retriever, [{ path: '/plain', texts: ['The rope.'] }], 'r3')
      expect((await retriever.manifest(PROJECT)).embedding).toBeUndefined()
      expect(await find(retriever, 'rope')).toEqual(['/plain'])
    },
  },
]
