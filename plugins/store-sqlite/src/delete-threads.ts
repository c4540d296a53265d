import type { CallOptions, ProjectId } from '@docent/core'
import type { Database } from './database.ts'
import { deleteInChunks } from './delete-in-chunks.ts'

/** Threads in one transaction. */
const chunk = 100
const table = 'threads'

/** What hangs on a thread goes with it, by the foreign keys. */
export function forgetThreads(
  database: Database,
  project: ProjectId,
  fp: string,
  options?: CallOptions,
): Promise<number> {
  const values = [project, JSON.stringify(fp)]
  return deleteInChunks(database, { table, condition: 'project_id = ? AND fp = ?', values, chunk }, options)
}

export function pruneThreads(database: Database, before: number, options?: CallOptions): Promise<number> {
  return deleteInChunks(database, { table, condition: 'updated_at < ?', values: [before], chunk }, options)
}
