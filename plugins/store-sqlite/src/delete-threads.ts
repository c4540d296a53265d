import type { CallOptions, ProjectId } from '@docent/core'
import type { Database } from './database.ts'
import { deleteInChunks } from './delete-in-chunks.ts'

/** Threads, and turns, in one transaction. A turn takes its searches and counts with it, and threads may be long. */
const THREADS = 100
const TURNS = 100

/** Turns first, so that no transaction is longer than others wait for; what hangs on them goes by the foreign keys. */
export function forgetThreads(
  database: Database,
  project: ProjectId,
  fp: string,
  options?: CallOptions,
): Promise<number> {
  return deleteThreads(database, 'project_id = ? AND fp = ?', [project, JSON.stringify(fp)], options)
}

export function pruneThreads(database: Database, before: number, options?: CallOptions): Promise<number> {
  return deleteThreads(database, 'updated_at < ?', [before], options)
}

async function deleteThreads(
  database: Database,
  condition: string,
  values: (string | number)[],
  options?: CallOptions,
): Promise<number> {
  const turns = `thread IN (SELECT seq FROM threads WHERE ${condition})`
  await deleteInChunks(database, { table: 'thread_turns', condition: turns, values, chunk: TURNS }, options)
  return deleteInChunks(database, { table: 'threads', condition, values, chunk: THREADS }, options)
}
