import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STORED_TABLES } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { Database } from './database.ts'

/** Triggers count anew. */
const COUNTED = ['turn_days', 'search_spans', 'click_spans', 'view_spans', 'feedback_spans']
/** Nobody holds a lease while an installation moves, schedules add tasks anew, and a trigger makes names anew. */
const LEFT = ['leases', 'background_tasks', 'turn_claims', 'turn_names', ...COUNTED]

test('every table moves to another store with all its columns, or is made anew', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-rows-'))
  const database = new Database(join(directory, 'docent.db'))
  database.open()
  const tables = database.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
  const moved = tables.map(({ name }) => name).filter((name) => !LEFT.includes(name))
  expect(moved.toSorted()).toEqual(Object.keys(STORED_TABLES).toSorted())
  for (const name of moved) {
    const columns = database.all<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`)
    const known = Object.keys(STORED_TABLES[name]?.columns ?? {})
    expect(columns.map((column) => column.name).toSorted(), name).toEqual(known.toSorted())
  }
  database.close()
  rmSync(directory, { recursive: true })
})
