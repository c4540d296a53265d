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
import { migrate, Postgres, readSettings } from '@docent/postgres'
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
import { PostgresJobStore } from './jobs/postgres-job-store.ts'
import { assertWholeStore } from './move-note.ts'
import { PostgresOptions } from './options.ts'
import { PostgresBackgroundTasks } from './postgres-background-tasks.ts'
import { PostgresSql } from './postgres-sql.ts'
import { MIGRATIONS } from './schema/migrations.ts'

/**
 * Jobs, threads, keys, projects, webhooks and leases in PostgreSQL, shared by any number of servers and workers. Each of
 * them can be left to another plugin.
 *
 * @example
 * export default defineConfig({ plugins: [postgres({ url: 'postgres://docent@db.internal/docent' })] })
 */
export const postgres = definePlugin({
  name: 'store-postgres',
  options: PostgresOptions,
  setup: (options, host) => {
    const database = new Postgres(readSettings(options, host.env), { logger: host.logger })
    const sql = new PostgresSql(database)
    const left = new Set<string>(options.without)
    const jobs = left.has('JobStore') ? undefined : new PostgresJobStore(database, { logger: host.logger })
    const tasks = left.has('BackgroundTasks') ? undefined : new PostgresBackgroundTasks(database, host)
    const fill: Record<PostgresOptions['without'][number], () => void> = {
      JobStore: () => jobs && host.provide(JobStore, jobs),
      ThreadStore: () => host.provide(ThreadStore, new SqlThreadStore(sql)),
      KeyStore: () => host.provide(KeyStore, new SqlKeyStore(sql)),
      ProjectStore: () => host.provide(ProjectStore, new SqlProjectStore(sql)),
      ProjectNotes: () => host.provide(ProjectNotes, new SqlProjectNotes(sql)),
      NamedLeases: () => host.provide(NamedLeases, new SqlNamedLeases(sql)),
      WebhookStore: () => host.provide(WebhookStore, new SqlWebhookStore(sql)),
      BackgroundTasks: () => tasks && host.provide(BackgroundTasks, tasks),
      ReadingStore: () => host.provide(ReadingStore, new SqlReadingStore(sql)),
      SecretStore: () => host.provide(SecretStore, new SqlSecretStore(sql)),
      AuditLog: () => host.provide(AuditLog, new SqlAuditLog(sql)),
    }
    for (const [port, provide] of Object.entries(fill)) if (!left.has(port)) provide()
    host.onStart(async () => {
      await database.open()
      await migrate(database, 'store', MIGRATIONS)
      await assertWholeStore(sql)
      await jobs?.start()
    })
    host.onStop(async () => {
      await jobs?.stop()
      await database.close()
    })
    host.onHealth(async () => {
      const health = await database.health()
      if (!health.ok || (jobs?.isHearing ?? true)) return health
      return {
        ok: true,
        message:
          'PostgreSQL answers, but notifications are not heard, so jobs start up to 2 s late. If you use a pooler, set DATABASE_DIRECT_URL.',
      }
    })
  },
})
