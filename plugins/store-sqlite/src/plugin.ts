import { resolve } from 'node:path'
import { definePlugin, JobStore, KeyStore, ProjectStore, ThreadStore, WebhookStore } from '@docent/core'
import { Database } from './database.ts'
import { SqliteOptions } from './options.ts'
import { SqliteJobStore } from './sqlite-job-store.ts'
import { SqliteKeyStore } from './sqlite-key-store.ts'
import { SqliteProjectStore } from './sqlite-project-store.ts'
import { SqliteThreadStore } from './sqlite-thread-store.ts'
import { SqliteWebhookStore } from './sqlite-webhook-store.ts'

/**
 * Jobs, threads, keys and projects in one SQLite file below the data directory.
 *
 * @example
 * export default defineConfig({ plugins: [sqlite()] })
 */
export const sqlite = definePlugin({
  name: 'store-sqlite',
  options: SqliteOptions,
  setup: ({ file }, host) => {
    const database = new Database(resolve(host.dataDirectory, file))
    host.provide(JobStore, new SqliteJobStore(database, () => host.clock.now()))
    host.provide(ThreadStore, new SqliteThreadStore(database))
    host.provide(KeyStore, new SqliteKeyStore(database))
    host.provide(ProjectStore, new SqliteProjectStore(database, host.clock))
    host.provide(WebhookStore, new SqliteWebhookStore(database))
    host.onStart(() => database.open())
    host.onStop(() => database.close())
    host.onHealth(() => ({ ok: database.answers() }))
  },
})
