import { DatabaseSync } from 'node:sqlite'
import { Database } from '@docent/store-sqlite'
import { MIGRATIONS } from '../../../../plugins/store-sqlite/src/migrations/all.ts'

/** What triggers make of other tables. */
const DERIVED = [
  'turn_days',
  'turn_names',
  'turn_claims',
  'search_spans',
  'click_spans',
  'view_spans',
  'feedback_spans',
]

/** Of the newest schema. */
export const NEWEST = MIGRATIONS.length

/**
 * The file of a release with that schema: its own migrations make the tables, and they get the rows of `full`, with
 * the columns that they had.
 *
 * @returns the tables that the release had
 */
export function makeOlderFile(file: string, full: string, version: number): string[] {
  const migrations = MIGRATIONS.slice(0, version)
  const database = new Database(file, migrations)
  database.open()
  database.close()
  return copyRows(file, full)
}

/** A file of the newest schema with the rows of `full` in those tables alone. */
export function makeNewestFile(file: string, full: string, tables: readonly string[]): void {
  const database = new Database(file)
  database.open()
  database.close()
  copyRows(file, full, tables)
}

export function openWith(file: string, version: number): void {
  const database = new Database(file, MIGRATIONS.slice(0, version))
  database.open()
  database.close()
}

function copyRows(file: string, full: string, wanted?: readonly string[]): string[] {
  using connection = new DatabaseSync(file)
  connection.exec('PRAGMA foreign_keys = OFF')
  connection.prepare('ATTACH ? AS source').run(full)
  const names = (sql: string) =>
    connection
      .prepare(sql)
      .all()
      .map(({ name }) => String(name))
  const tables = names("SELECT name FROM main.sqlite_schema WHERE type = 'table'").filter(
    (name) => !DERIVED.includes(name) && (wanted?.includes(name) ?? true),
  )
  for (const table of tables) {
    const known = names(`SELECT name FROM pragma_table_info('${table}', 'source')`)
    const columns = names(`SELECT name FROM pragma_table_info('${table}', 'main')`).filter((name) =>
      known.includes(name),
    )
    if (columns.length === 0) continue
    const list = columns.join(', ')
    connection.exec(`INSERT INTO main.${table} (${list}) SELECT ${list} FROM source.${table}`)
  }
  return tables
}
