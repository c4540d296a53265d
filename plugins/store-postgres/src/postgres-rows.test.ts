import { STORED_TABLES } from '@docent/core/plugin'
import { Postgres } from '@docent/postgres'
import { withPostgres } from '@docent/simulators'
import { expect, test } from 'vitest'
import { DERIVED_COLUMNS, PostgresRows } from './postgres-rows.ts'

/** Triggers count anew. */
const COUNTED = ['turn_days', 'search_spans', 'click_spans', 'view_spans', 'feedback_spans']
/** Nobody holds a lease while an installation moves; versions are those of the tables. */
const LEFT = ['commits', 'leases', 'schema_versions', ...COUNTED]
/** Says which call holds a lease. */
const OF_LEASES = ['claim_id']
/** A message is one column of JSON here. */
const DIFFERS = ['job_messages']

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
    expect(moved.map(({ table }) => table).toSorted()).toEqual(Object.keys(STORED_TABLES).toSorted())
    for (const { table, columns } of moved) {
      if (DIFFERS.includes(table)) continue
      const known = { ...STORED_TABLES[table]?.columns, ...DERIVED_COLUMNS[table] }
      expect(
        columns.filter((name) => !isOwnNumber(table, name) && !OF_LEASES.includes(name)).toSorted(),
        table,
      ).toEqual(Object.keys(known).toSorted())
    }
  })
})

/** Numbers of rows that no other table refers to. */
function isOwnNumber(table: string, column: string): boolean {
  return column === 'seq' && STORED_TABLES[table]?.columns.seq === undefined
}
