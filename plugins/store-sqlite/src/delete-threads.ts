import type { CallOptions, ProjectId } from '@docent/core'
import type { Database, SqlValues } from './database.ts'

/** Threads in one transaction: bounds how long others wait. */
const CHUNK = 100

/** What hangs on a thread goes with it, by the foreign keys. */
export function forgetThreads(
  database: Database,
  project: ProjectId,
  fp: string,
  options?: CallOptions,
): Promise<number> {
  return deleteChunks(database, 'project_id = ? AND fp = ?', [project, JSON.stringify(fp)], options)
}

export function pruneThreads(database: Database, before: number, options?: CallOptions): Promise<number> {
  return deleteChunks(database, 'updated_at < ?', [before], options)
}

async function deleteChunks(
  database: Database,
  condition: string,
  values: SqlValues,
  options?: CallOptions,
): Promise<number> {
  const sql = `DELETE FROM threads WHERE seq IN (SELECT seq FROM threads WHERE ${condition} LIMIT ${CHUNK})`
  let deleted = 0
  for (;;) {
    const count = await database.transaction(() => database.run(sql, ...values), options)
    deleted += count
    if (count < CHUNK) return deleted
  }
}
