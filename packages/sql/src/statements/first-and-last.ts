import type { CallOptions } from '@docent/core/plugin'
import { raw, type Sql, sql } from './sql.ts'
import type { SqlDatabase } from './sql-database.ts'

/**
 * The lowest and the highest value of a column; undefined where there are no rows.
 * @param column our own, with an index
 * @param rows from `FROM` on
 */
export async function firstAndLast(
  database: SqlDatabase,
  column: string,
  rows: Sql,
  options?: CallOptions,
): Promise<{ first: number; last: number } | undefined> {
  const name = raw(column)
  // Two statements in one: SQLite looks up only one end of an index at a time.
  const [row] = await database.read(
    sql<{ first: number | null; last: number | null }>`SELECT (SELECT MIN(${name}) ${rows}) AS first,
      (SELECT MAX(${name}) ${rows}) AS last`,
    options,
  )
  const { first = null, last = null } = row ?? {}
  return first === null || last === null ? undefined : { first, last }
}
