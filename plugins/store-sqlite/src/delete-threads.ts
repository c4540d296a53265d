import type { CallOptions, ProjectId } from '@docent/core/plugin'
import type { Database } from './database.ts'
import { deleteInChunks } from './delete-in-chunks.ts'

/** Threads, and turns, in one transaction. A turn takes its searches and counts with it, and threads may be long. */
const THREADS = 25
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
  let deleted = 0
  for (;;) {
    options?.signal?.throwIfAborted()
    const found = database.all<{ seq: number }>(
      `SELECT seq FROM threads WHERE ${condition} LIMIT ${THREADS}`,
      ...values,
    )
    if (found.length === 0) return deleted
    const threads = JSON.stringify(found.map(({ seq }) => seq))
    const ofThem = 'thread IN (SELECT value FROM json_each(?))'
    const turns = { table: 'thread_turns', condition: ofThem, values: [threads], chunk: TURNS }
    await deleteInChunks(database, turns, options)
    deleted += await database.transaction(
      () =>
        database.run(
          `DELETE FROM threads WHERE seq IN (SELECT value FROM json_each(?)) AND ${condition}`,
          threads,
          ...values,
        ),
      options,
    )
  }
}
