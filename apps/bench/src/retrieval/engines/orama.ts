import type { RawData } from '@orama/orama'
import type { CollectionKind } from '../collection.ts'
import type { Engine } from './engine.ts'
import { MOST_PASSAGES } from './engine.ts'
import { loadIndex, saveIndex } from './in-memory-index.ts'
import { passageFields } from './passage-fields.ts'

const SCHEMA = { title: 'string', headings: 'string', route: 'string', body: 'string' } as const

const BOOSTS: Record<CollectionKind, { title: number; headings?: number; route?: number }> = {
  abstracts: { title: 3 },
  documentation: { title: 10, headings: 6, route: 4 },
}

/** Its defaults, but for b, which is 0.75: lengths of texts count less. */
const RELEVANCE = { k: 1.2, b: 0.3, d: 0.5 }

/** Stemmed, without stop words, weighted fields. It always searches by prefix: its exact search wants the whole query. */
export const orama: Engine = {
  name: 'orama',
  async create(folder) {
    const { insertMultiple, save } = await import('@orama/orama')
    const index = await emptyIndex()
    return {
      add: async (entries) => {
        await insertMultiple(
          index,
          passageFields(entries).map(({ title, headings, route, body, page }) => ({
            title,
            headings,
            route,
            body,
            page,
          })),
          1000,
        )
      },
      finish: async () => saveIndex(folder, save(index)),
    }
  },
  async open(folder, kind) {
    const { load, search } = await import('@orama/orama')
    const index = await emptyIndex()
    load(index, loadIndex(folder) as RawData)
    const boost = BOOSTS[kind]
    return {
      search: async (text) => {
        const { hits } = await search(index, {
          term: text,
          boost,
          relevance: RELEVANCE,
          threshold: 1,
          limit: MOST_PASSAGES,
        })
        return [...new Set(hits.map(({ document }) => String((document as { page?: unknown }).page)))]
      },
      close: async () => undefined,
    }
  },
}

async function emptyIndex() {
  const [{ create }, { stopwords }] = await Promise.all([
    import('@orama/orama'),
    import('@orama/stopwords/english'),
  ])
  return create({
    schema: SCHEMA,
    components: { tokenizer: { language: 'english', stemming: true, stopWords: stopwords } },
  })
}
