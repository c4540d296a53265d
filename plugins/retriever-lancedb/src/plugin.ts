import { resolve } from 'node:path'
import { definePlugin, Retriever } from '@docent/core'
import { LancedbRetriever } from './lancedb-retriever.ts'
import { LancedbOptions } from './options.ts'

/** Retrieval in LanceDB, as files in the data directory. */
export const lancedb = definePlugin({
  name: 'retriever-lancedb',
  options: LancedbOptions,
  setup(options, host) {
    const directory = resolve(host.dataDirectory, options.directory ?? 'index')
    const { directory: _folder, ...rest } = options
    const { clock, ids, logger } = host
    const retriever = new LancedbRetriever({ directory, ...rest, clock, ids, logger })
    host.provide(Retriever, retriever)
    host.onStop(() => retriever.stop())
    host.onHealth(() => retriever.health())
  },
})
