import { definePlugin, JobStore } from '@docent/core'
import { migrate, Postgres, readSettings } from '@docent/postgres'
import { MIGRATIONS } from './migrations/all.ts'
import { PostgresOptions } from './options.ts'
import { PostgresJobStore } from './postgres-job-store.ts'

/**
 * Jobs in PostgreSQL, shared by any number of servers and workers. Each port can be left to another plugin.
 *
 * @example
 * export default defineConfig({ plugins: [postgres({ url: 'postgres://docent@db.internal/docent' })] })
 */
export const postgres = definePlugin({
  name: 'store-postgres',
  options: PostgresOptions,
  setup: (options, host) => {
    const database = new Postgres(readSettings(options, host.env), { logger: host.logger })
    const left = new Set<string>(options.without)
    const jobs = left.has('JobStore') ? undefined : new PostgresJobStore(database, { logger: host.logger })
    if (jobs) host.provide(JobStore, jobs)
    host.onStart(async () => {
      await database.open()
      await migrate(database, 'store', MIGRATIONS)
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
          'PostgreSQL answers, but notifications are not heard: jobs start up to 2 s late. Behind a pooler set DATABASE_DIRECT_URL.',
      }
    })
  },
})
