import type { CallOptions, Json, ProjectId, ProjectNotes } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'

/** Notes of projects in PostgreSQL. */
export class PostgresProjectNotes implements ProjectNotes {
  readonly #postgres: Postgres

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  async write(project: ProjectId, key: string, value: Json, options?: CallOptions): Promise<void> {
    await this.#postgres.query(
      `INSERT INTO docent.project_state (project_id, key, value) VALUES ($1, $2, $3)
        ON CONFLICT (project_id, key) DO UPDATE SET value = excluded.value`,
      [project, key, JSON.stringify(value)],
      options,
    )
  }

  async read(project: ProjectId, key: string, options?: CallOptions): Promise<Json | undefined> {
    const { rows } = await this.#postgres.query<{ value: string }>(
      'SELECT value FROM docent.project_state WHERE project_id = $1 AND key = $2',
      [project, key],
      options,
    )
    return rows[0] && (JSON.parse(rows[0].value) as Json)
  }
}
