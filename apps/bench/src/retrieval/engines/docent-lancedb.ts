import type { PluginHost, Retriever } from '@docent/core/plugin'
import { lanceIndex } from '@docent/retriever-lancedb'
import type { Engine } from './engine.ts'
import { FOR_RETRIEVERS, PROJECT, searchOfReaders } from './search-of-readers.ts'

/** The search of a server with `lanceIndex()`, in a folder. */
export const docentLancedb: Engine = {
  name: 'docent-lancedb',
  async create(folder) {
    const { retriever, close } = openIn(folder)
    const writer = await retriever.begin(PROJECT)
    return {
      add: (entries) => writer.write(entries),
      finish: async () => {
        await writer.commit('bench')
        await close()
      },
    }
  },
  async open(folder) {
    const { retriever, close } = openIn(folder)
    return { search: searchOfReaders(retriever), close }
  },
}

/** As the plugin sets it up: its package shows no more of itself. */
function openIn(folder: string): { retriever: Retriever; close: () => Promise<void> } {
  let retriever: Retriever | undefined
  let close = async () => {}
  const host: Partial<PluginHost> = {
    ...FOR_RETRIEVERS,
    dataDirectory: folder,
    env: {},
    clock: { now: Date.now },
    provide: (_, adapter) => {
      retriever = adapter as Retriever
    },
    onStart: () => {},
    onStop: (stop) => {
      close = async () => stop(AbortSignal.timeout(60_000))
    },
    onHealth: () => {},
  }
  lanceIndex({ uri: folder }).install(host as PluginHost)
  if (retriever === undefined) throw new Error('The plugin gave no retriever.')
  return { retriever, close: () => close() }
}
