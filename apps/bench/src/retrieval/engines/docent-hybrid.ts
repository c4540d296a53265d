import { basename, dirname } from 'node:path'
import { StaticModelProvider } from '@docent/model-static'
import type { Entry } from '../collection.ts'
import { docentRetriever } from './docent.ts'
import type { Engine } from './engine.ts'
import { PROJECT, searchOfReaders } from './search-of-readers.ts'

/** As the server cuts them. */
const LONGEST_TEXT = 8_000
/** The folder of the model; the processes of an engine inherit it. */
export const EMBEDDING = 'DOCENT_BENCH_EMBEDDING'

/** Docent with an embedding beside words, as a project with `models.embedding`. */
export const docentHybrid: Engine = {
  name: 'docent-hybrid',
  async create(folder) {
    const { id, model } = embedding()
    const retriever = docentRetriever(folder)
    const [vector = []] = (await model.doEmbed({ values: ['documentation'] })).embeddings
    const writer = await retriever.begin(PROJECT, { embedding: { model: id, dimensions: vector.length } })
    return {
      add: async (entries) => writer.write(await withVectors(entries)),
      finish: async () => {
        await writer.commit('bench')
        await retriever.stop()
      },
    }
    async function withVectors(entries: readonly Entry[]) {
      const values = entries.flatMap(({ passages }) =>
        passages.map(({ headings, content }) =>
          `${headings.join(' > ')}\n\n${content}`.slice(0, LONGEST_TEXT),
        ),
      )
      const { embeddings } = await model.doEmbed({ values })
      const next = embeddings.values()
      return entries.map((entry) => ({
        ...entry,
        vectors: entry.passages.map((passage) => ({ key: passage.id, values: next.next().value ?? [] })),
      }))
    }
  },
  async open(folder) {
    const { provider } = embedding()
    const retriever = docentRetriever(folder)
    return {
      search: searchOfReaders(retriever, [provider]),
      close: () => retriever.stop(),
    }
  },
}

function embedding() {
  const folder = process.env[EMBEDDING] ?? ''
  const provider = new StaticModelProvider({ name: 'static', directory: dirname(folder) })
  return { id: `static:${basename(folder)}`, provider, model: provider.embedding(basename(folder)) }
}
