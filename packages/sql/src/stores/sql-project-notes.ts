import type { CallOptions, Json, ProjectId, ProjectNotes } from '@docent/core/plugin'
import { sql } from '../statements/sql.ts'
import { ask, type SqlDatabase } from '../statements/sql-database.ts'

/** Notes of projects. */
export class SqlProjectNotes implements ProjectNotes {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  async write(project: ProjectId, key: string, value: Json, options?: CallOptions): Promise<void> {
    await this.#database.write(
      sql`INSERT INTO docent.project_state (project_id, key, value)
        VALUES (${project}, ${key}, ${JSON.stringify(value)})
        ON CONFLICT (project_id, key) DO UPDATE SET value = excluded.value`,
      options,
    )
  }

  async read(project: ProjectId, key: string, options?: CallOptions): Promise<Json | undefined> {
    const [row] = await this.#database.read(
      sql<{ value: string }>`SELECT value FROM docent.project_state
        WHERE project_id = ${project} AND key = ${key}`,
      options,
    )
    return row && (JSON.parse(row.value) as Json)
  }

  replace(
    project: ProjectId,
    key: string,
    expected: Json | undefined,
    value: Json,
    options?: CallOptions,
  ): Promise<boolean> {
    const text = JSON.stringify(value)
    return this.#database.transaction(function* () {
      // What was read and is written again has the same text.
      const { count } = yield* ask(
        expected === undefined
          ? sql`INSERT INTO docent.project_state (project_id, key, value)
              VALUES (${project}, ${key}, ${text}) ON CONFLICT DO NOTHING`
          : sql`UPDATE docent.project_state SET value = ${text}
              WHERE project_id = ${project} AND key = ${key} AND value = ${JSON.stringify(expected)}`,
      )
      return count === 1
    }, options)
  }

  async list(key: string, options?: CallOptions): Promise<ReadonlyMap<ProjectId, Json>> {
    const rows = await this.#database.read(
      sql<{ project: ProjectId; value: string }>`SELECT project_id AS project, value FROM docent.project_state
        WHERE key = ${key}`,
      options,
    )
    return new Map(rows.map(({ project, value }) => [project, JSON.parse(value) as Json]))
  }
}
