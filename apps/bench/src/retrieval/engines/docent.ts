import { randomUUID } from 'node:crypto'
import { projectId } from '@docent/core/plugin'
import { FileRetriever } from '@docent/retriever-files'
import type { Engine } from './engine.ts'

const PROJECT = projectId('bench')
/** One passage a page, and two more than count, for the pages that are excluded. */
const LIMIT = 12

/** The retriever of a server with default options, through its port. */
export const docent: Engine = {
  name: 'docent',
  async create(folder) {
    const retriever = docentRetriever(folder)
    const writer = await retriever.begin(PROJECT)
    return {
      add: (entries) => writer.write(entries),
      finish: async () => {
        await writer.commit('bench')
        await retriever.stop()
      },
    }
  },
  async open(folder) {
    const retriever = docentRetriever(folder)
    return {
      search: async (text) => {
        const found = await retriever.search(PROJECT, { text, limit: LIMIT, perPage: 1 })
        return found.map(({ passage }) => passage.pagePath)
      },
      close: () => retriever.stop(),
    }
  },
}

export function docentRetriever(directory: string): FileRetriever {
  return new FileRetriever({
    directory,
    memoryMb: 256,
    clock: { now: Date.now },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn: console.warn, error: console.error },
  })
}
