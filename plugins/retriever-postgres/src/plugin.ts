import { definePlugin, Retriever } from '@docent/core/plugin'
import { migrate, Postgres, readSettings } from '@docent/postgres'
import { PostgresIndexOptions } from './options.ts'
import { PostgresRetriever } from './postgres-retriever.ts'
import { MIGRATIONS } from './schema/migrations.ts'

/**
 * Search in PostgreSQL, shared by every server.
 *
 * @example
 * export default defineConfig({ plugins: [postgres(), postgresIndex()] })
 */
export const postgresIndex = definePlugin({
  name: 'retriever-postgres',
  options: PostgresIndexOptions,
  setup: ({ memoryMb, ...connection }, host) => {
    const database = new Postgres(readSettings(connection, host.env), { logger: host.logger })
    const retriever = new PostgresRetriever(database, { memoryMb, ids: host.ids, logger: host.logger })
    host.provide(Retriever, retriever)
    host.onStart(async () => {
      await database.open()
      await migrate(database, 'search', MIGRATIONS)
    })
    host.onStop(async () => {
      await retriever.stop()
      await database.close()
    })
    host.onHealth(() => database.health())
  },
})
