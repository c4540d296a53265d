import type { CallOptions } from '@docent/core/plugin'
import type { Sql } from './sql.ts'
import type { SqlDatabase } from './sql-database.ts'

/** The records that a statement selects as `body`, which is JSON text. */
export async function readBodies<Value>(
  database: SqlDatabase,
  statement: Sql,
  options?: CallOptions,
): Promise<Value[]> {
  const rows = await database.read(statement as Sql<{ body: string }>, options)
  return rows.map(({ body }) => JSON.parse(body) as Value)
}
