import type { CallOptions } from '@docent/core/plugin'
import type { Postgres, SqlValue } from '@docent/postgres'

/**
 * Deletes rows, so many in one transaction, which bounds how long others wait.
 * @param table and `condition` are our own SQL, never a caller's
 * @returns how many
 */
export async function deleteInChunks(
  postgres: Postgres,
  rows: { table: string; condition: string; values: readonly SqlValue[]; chunk: number },
  options?: CallOptions,
): Promise<number> {
  const { table, condition, values, chunk } = rows
  const sql = `DELETE FROM docent.${table} WHERE seq IN (
    SELECT seq FROM docent.${table} WHERE ${condition} LIMIT ${chunk})`
  let deleted = 0
  for (;;) {
    const { count } = await postgres.transaction((transaction) => transaction.query(sql, values), options)
    deleted += count
    if (count < chunk) return deleted
  }
}
