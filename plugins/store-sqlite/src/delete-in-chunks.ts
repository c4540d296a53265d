import type { CallOptions } from '@docent/core/plugin'
import type { Database, SqlValues } from './database.ts'

/**
 * Deletes rows, so many in one transaction, which bounds how long others wait.
 * @param table and `condition` are our own SQL, never a caller's
 * @returns how many
 */
export async function deleteInChunks(
  database: Database,
  { table, condition, values, chunk }: { table: string; condition: string; values: SqlValues; chunk: number },
  options?: CallOptions,
): Promise<number> {
  const sql = `DELETE FROM ${table} WHERE seq IN (SELECT seq FROM ${table} WHERE ${condition} LIMIT ${chunk})`
  let deleted = 0
  for (;;) {
    const count = await database.transaction(() => database.run(sql, ...values), options)
    deleted += count
    if (count < chunk) return deleted
  }
}
