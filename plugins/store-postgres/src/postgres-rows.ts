import { DocentError } from '@docent/core/plugin'
import { listenerName, migrate, Postgres, type PostgresSettings } from '@docent/postgres'
import { assertIdle, SqlRows } from '@docent/sql'
import { PostgresSql } from './postgres-sql.ts'
import { MIGRATIONS } from './schema/migrations.ts'

/** The rows of a PostgreSQL store that no server uses. */
export class PostgresRows extends SqlRows {
  /** @throws DocentError `conflict` when servers or workers use it, or jobs are under a lease */
  static async open(settings: PostgresSettings): Promise<PostgresRows> {
    const postgres = new Postgres(settings)
    await postgres.open()
    try {
      await migrate(postgres, 'store', MIGRATIONS)
      await assertUnused(postgres)
      const sql = new PostgresSql(postgres)
      await assertIdle(sql)
      const { schema } = postgres.settings
      return new PostgresRows(sql, {
        name: 'PostgreSQL',
        advice: {
          begun: `Finish it, or drop the schema ${schema} and start over.`,
          filled: (tables) =>
            `The schema ${schema} of PostgreSQL is not empty: it has ${tables}. Choose another one with --schema, or drop it.`,
        },
        close: () => postgres.close(),
      })
    } catch (error) {
      await postgres.close()
      throw error
    }
  }
}

async function assertUnused(postgres: Postgres): Promise<void> {
  const { rows } = await postgres.query<{ count: number }>(
    'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [listenerName(postgres)],
  )
  const count = rows[0]?.count ?? 0
  if (count === 0) return
  throw new DocentError(
    'conflict',
    `${count} servers or workers use this PostgreSQL. Stop them all, and run the command again.`,
  )
}
