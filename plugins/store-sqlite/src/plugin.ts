import { isAbsolute, relative, resolve } from 'node:path'
import {
  AuditLog,
  BackgroundTasks,
  definePlugin,
  JobStore,
  KeyStore,
  NamedLeases,
  ProjectNotes,
  ProjectStore,
  ReadingStore,
  SecretStore,
  ThreadStore,
  WebhookStore,
} from '@docent/core/plugin'
import {
  SqlAuditLog,
  SqlKeyStore,
  SqlNamedLeases,
  SqlProjectNotes,
  SqlProjectStore,
  SqlReadingStore,
  SqlSecretStore,
  SqlThreadStore,
  SqlWebhookStore,
} from '@docent/sql'
import { Database } from './database.ts'
import { SqliteJobStore } from './jobs/sqlite-job-store.ts'
import { SqliteOptions } from './options.ts'
import { SqliteBackgroundTasks } from './sqlite-background-tasks.ts'
import { SqliteSql } from './sqlite-sql.ts'

/**
 * Jobs, threads, keys, projects, webhooks and leases in one SQLite file below the data directory. Each of them can be
 * left to another plugin.
 *
 * @example
 * export default defineConfig({ plugins: [sqlite({ without: ['JobStore'] }), otherJobs()] })
 */
export const sqlite = definePlugin({
  name: 'store-sqlite',
  options: SqliteOptions,
  setup: ({ file, without }, host) => {
    const path = resolve(host.dataDirectory, file)
    const database = new Database(path)
    const now = () => host.clock.now()
    const sql = new SqliteSql(database, now)
    const below = relative(host.dataDirectory, path)
    const isInDataDirectory = !below.startsWith('..') && !isAbsolute(below)
    const fill: Record<SqliteOptions['without'][number], () => void> = {
      JobStore: () => host.provide(JobStore, new SqliteJobStore(database, now, isInDataDirectory)),
      ThreadStore: () => host.provide(ThreadStore, new SqlThreadStore(sql)),
      KeyStore: () => host.provide(KeyStore, new SqlKeyStore(sql)),
      ProjectStore: () => host.provide(ProjectStore, new SqlProjectStore(sql)),
      ProjectNotes: () => host.provide(ProjectNotes, new SqlProjectNotes(sql)),
      NamedLeases: () => host.provide(NamedLeases, new SqlNamedLeases(sql)),
      WebhookStore: () => host.provide(WebhookStore, new SqlWebhookStore(sql)),
      BackgroundTasks: () =>
        host.provide(BackgroundTasks, new SqliteBackgroundTasks(database, host.clock, host.ids, host.logger)),
      SecretStore: () => host.provide(SecretStore, new SqlSecretStore(sql)),
      ReadingStore: () => host.provide(ReadingStore, new SqlReadingStore(sql)),
      AuditLog: () => host.provide(AuditLog, new SqlAuditLog(sql)),
    }
    const left = new Set<string>(without)
    for (const [port, provide] of Object.entries(fill)) if (!left.has(port)) provide()
    host.onStart(() => database.open())
    host.onStop(() => database.close())
    host.onHealth(() => database.health())
  },
})
