import { resolve } from 'node:path'
import { definePlugin, Retriever } from '@docent/core/plugin'
import { objectStoreAt, openObjectStore } from '@docent/object-store'
import { FileRetriever } from './file-retriever.ts'
import { FileIndexOptions } from './options.ts'
import { ReplicationOptions } from './replication/options.ts'

const VARIABLE = 'DOCENT_INDEX_STORE'

/** Search, as files in the data directory. */
export const fileIndex = definePlugin({
  name: 'retriever-files',
  options: FileIndexOptions,
  setup(options, host) {
    const directory = resolve(host.dataDirectory, options.directory ?? 'index')
    const { directory: _folder, replicate, ...rest } = options
    const { clock, ids, logger, env } = host
    const replication = replicate ?? replicationOf(env)
    const retriever = new FileRetriever({
      ...{ directory, ...rest, clock, ids, logger },
      replicate: replication && { ...replication, store: openObjectStore(replication.store, env) },
    })
    host.provide(Retriever, retriever)
    host.onStart(() => retriever.start())
    host.onStop(() => retriever.stop())
    host.onHealth(() => retriever.health())
  },
})

function replicationOf(env: Readonly<Record<string, string | undefined>>): ReplicationOptions | undefined {
  const address = env[VARIABLE]?.trim()
  return address ? ReplicationOptions.parse({ store: objectStoreAt(address, VARIABLE) }) : undefined
}
