import { Postgres } from '@docent/postgres'
import { withPostgres } from '@docent/simulators'
import { COPIED_TABLES } from '@docent/sql'
import { expect, test } from 'vitest'
import { PostgresRows } from './postgres-rows.ts'

/** Triggers count anew. */
const COUNTED = ['turn_days', 'search_spans', 'click_spans', 'view_spans', 'feedback_spans']
/** Nobody holds a lease while an installation moves; versions are those of the tables. */
const LEFT = ['commits', 'leases', 'schema_versions', 'background_tasks', 'job_turns', ...COUNTED]

withPostgres('PostgresRows', (server) => {
  test('every table moves to another store with all its columns, or is made anew', async () => {
    const url = server().url
    const settings = { url, directUrl: url, schema: 'rows', connections: 2 }
    await (await PostgresRows.open(settings)).close()
    const postgres = new Postgres(settings)
    await postgres.open()
    const { rows } = await postgres.query<{ table: string; columns: string[] }>(
      `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
        WHERE table_schema = 'rows' GROUP BY table_name`,
    )
    await postgres.close()
    const moved = rows.filter(({ table }) => !LEFT.includes(table))
    expect(moved.map(({ table }) => table).toSorted()).toEqual([...COPIED_TABLES.keys()].toSorted())
    for (const { table, columns } of moved)
      expect(columns.toSorted(), table).toEqual(COPIED_TABLES.get(table)?.columns.toSorted())
  })
})
