import { migrate, Postgres } from '@docent/postgres'
import { SqlProjectStore } from '@docent/sql'
import { MIGRATIONS, PostgresJobStore, PostgresSql } from '@docent/store-postgres'
import type { RigStores } from './agent-rig.ts'

/** Jobs and projects of a rig in PostgreSQL, with connections of its own, as another server has them. */
export async function openPostgresStores(url: string, directUrl: string = url): Promise<RigStores> {
  const postgres = new Postgres(
    { url, directUrl, schema: 'docent', connections: 5 },
    // Strikes come one after another: a call that has no luck tries for longer.
    { retryMs: 60_000 },
  )
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  const jobs = new PostgresJobStore(postgres)
  await jobs.start()
  return {
    jobs,
    projects: new SqlProjectStore(new PostgresSql(postgres)),
    async close() {
      await jobs.stop()
      await postgres.close()
    },
  }
}
