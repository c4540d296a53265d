import { resolve } from 'node:path'
import { definePlugin, Retriever } from '@docent/core/plugin'
import { LanceRetriever } from './lance-retriever.ts'
import { LanceIndexOptions } from './options.ts'
import { Database } from './storage/database.ts'
import { storageOptions } from './storage/storage-options.ts'

/**
 * Search in LanceDB: in a folder, or in object storage that several servers share.
 *
 * @example
 * export default defineConfig({ plugins: [lanceIndex({ uri: 's3://docs/index' })] })
 */
export const lanceIndex = definePlugin({
  name: 'retriever-lancedb',
  options: LanceIndexOptions,
  setup({ uri = 'lancedb', vectorWeight }, host) {
    const isRemote = uri.startsWith('s3://')
    const database = new Database({
      uri: isRemote ? uri : resolve(host.dataDirectory, uri),
      storage: isRemote ? storageOptions(host.env) : {},
    })
    const { clock, ids, logger } = host
    host.provide(Retriever, new LanceRetriever(database, { clock, ids, logger, vectorWeight }))
    host.onStart(() => database.open())
    host.onStop(() => database.close())
    host.onHealth(() => database.health())
  },
})
