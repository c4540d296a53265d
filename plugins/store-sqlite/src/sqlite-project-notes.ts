import type { CallOptions, Json, ProjectId, ProjectNotes } from '@docent/core/plugin'
import type { Database } from './database.ts'

/** Notes of projects in SQLite. */
export class SqliteProjectNotes implements ProjectNotes {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  write(project: ProjectId, key: string, value: Json, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO project_state (project_id, key, value) VALUES (?, ?, ?)
          ON CONFLICT (project_id, key) DO UPDATE SET value = excluded.value`,
        project,
        key,
        JSON.stringify(value),
      )
    }, options)
  }

  async read(project: ProjectId, key: string, options?: CallOptions): Promise<Json | undefined> {
    options?.signal?.throwIfAborted()
    const row = this.#database.get<{ value: string }>(
      'SELECT value FROM project_state WHERE project_id = ? AND key = ?',
      project,
      key,
    )
    return row && (JSON.parse(row.value) as Json)
  }
}
