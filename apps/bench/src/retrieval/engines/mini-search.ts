import type { AsPlainObject } from 'minisearch'
import type { CollectionKind } from '../collection.ts'
import type { Engine } from './engine.ts'
import { MOST_PASSAGES } from './engine.ts'
import { englishTerm } from './english-terms.ts'
import { loadIndex, saveIndex } from './in-memory-index.ts'
import { passageFields } from './passage-fields.ts'

const BOOSTS: Record<CollectionKind, Record<string, number>> = {
  abstracts: { title: 2 },
  documentation: { title: 3, headings: 2 },
}

/** Its defaults, but without the extra that BM25+ gives to long texts. */
const BM25 = { k: 1.2, b: 0.7, d: 0 }

const OPTIONS = {
  fields: ['title', 'headings', 'route', 'body'],
  storeFields: ['page'],
  processTerm: (term: string) => englishTerm(term) ?? null,
}

/** Stemmed, without stop words, weighted fields; prefix and fuzzy search, which cost quality, are off. */
export const miniSearch: Engine = {
  name: 'minisearch',
  async create(folder) {
    const { default: MiniSearch } = await import('minisearch')
    const index = new MiniSearch(OPTIONS)
    return {
      add: async (entries) => index.addAll(passageFields(entries)),
      finish: async () => saveIndex(folder, index.toJSON()),
    }
  },
  async open(folder, kind) {
    const { default: MiniSearch } = await import('minisearch')
    const index = MiniSearch.loadJS(loadIndex(folder) as AsPlainObject, OPTIONS)
    const boost = BOOSTS[kind]
    return {
      search: async (text) => {
        const found = index.search(text, { boost, bm25: BM25 }).slice(0, MOST_PASSAGES)
        return [...new Set(found.map(({ page }) => String(page)))]
      },
      close: async () => undefined,
    }
  },
}
