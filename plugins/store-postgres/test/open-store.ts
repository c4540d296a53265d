import { migrate, Postgres } from '@docent/postgres'
import type { PostgresServer } from '@docent/simulators'
import { MIGRATIONS } from '../src/schema/migrations.ts'

let schemas = 0

/** On a busy machine, thousands of calls wait long for their turn at five connections. */
const PATIENCE_MS = 120_000

/** A name that no other test of this process uses. */
export function freshSchema(): string {
  schemas += 1
  return `t${process.pid}_${schemas}`
}

/** A database of one's own, as a schema with all tables. */
export async function openPostgres(
  server: PostgresServer,
  schema: string = freshSchema(),
): Promise<Postgres> {
  const settings = { url: server.url, directUrl: server.url, schema, connections: 5 }
  const postgres = new Postgres(settings, { retryMs: PATIENCE_MS })
  await postgres.open()
  await migrate(postgres, 'store', MIGRATIONS)
  return postgres
}

/** A store on a fresh schema, and a way to open another one on it, as another process would. */
export async function openContext<Store>(server: PostgresServer, make: (postgres: Postgres) => Store) {
  const schema = freshSchema()
  const opened: Postgres[] = []
  const open = async () => {
    const postgres = await openPostgres(server, schema)
    opened.push(postgres)
    return make(postgres)
  }
  return {
    store: await open(),
    peer: open,
    async close() {
      for (const postgres of opened) await postgres.close()
    },
  }
}
