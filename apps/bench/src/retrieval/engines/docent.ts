import { FileRetriever } from '@docent/retriever-files'
import type { Engine } from './engine.ts'
import { FOR_RETRIEVERS, PROJECT, searchOfReaders } from './search-of-readers.ts'

/** The search of a server with default options. */
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
      search: searchOfReaders(retriever),
      close: () => retriever.stop(),
    }
  },
}

export function docentRetriever(directory: string, vectorWeight?: number): FileRetriever {
  return new FileRetriever({
    directory,
    vectorWeight,
    memoryMb: 256,
    clock: { now: Date.now },
    ...FOR_RETRIEVERS,
  })
}
