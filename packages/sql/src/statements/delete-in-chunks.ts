import type { CallOptions } from '@docent/core/plugin'
import { FOR_UPDATE } from './fragments.ts'
import { raw, type Sql, sql } from './sql.ts'
import { ask, type SqlDatabase } from './sql-database.ts'

/**
 * Deletes rows from a table that has the column `seq`, in small transactions, so that other writers don't wait long.
 * @param table our own, never a caller's
 * @returns the number of deleted rows
 */
export async function deleteInChunks(
  database: SqlDatabase,
  { table, condition, chunk }: { table: string; condition: Sql; chunk: number },
  options?: CallOptions,
): Promise<number> {
  const rows = raw(`docent.${table}`)
  let deleted = 0
  for (;;) {
    const { count } = await database.transaction(
      () =>
        ask(
          // Locked, so that rows which another process deletes at the same time are passed over, and not counted as the last.
          sql`DELETE FROM ${rows} WHERE seq IN
            (SELECT seq FROM ${rows} WHERE ${condition} LIMIT ${chunk} ${FOR_UPDATE})`,
        ),
      options,
    )
    deleted += count
    if (count < chunk) return deleted
  }
}
