import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COPIED_TABLES } from '@docent/sql'
import { expect, test } from 'vitest'
import { Database } from './database.ts'

/** Triggers count anew. */
const COUNTED = ['turn_days', 'search_spans', 'click_spans', 'view_spans', 'feedback_spans']
/** Nobody holds a lease while an installation moves, and schedules add tasks anew. */
const LEFT = ['leases', 'background_tasks', 'job_turns', ...COUNTED]

test('every table moves to another store with all its columns, or is made anew', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-rows-'))
  const database = new Database(join(directory, 'docent.db'))
  database.open()
  const tables = database.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
  const moved = tables.map(({ name }) => name).filter((name) => !LEFT.includes(name))
  expect(moved.toSorted()).toEqual([...COPIED_TABLES.keys()].toSorted())
  for (const name of moved) {
    const columns = database.all<{ name: string; pk: number }>(
      `SELECT name, pk FROM pragma_table_info('${name}') ORDER BY pk`,
    )
    const { columns: known = [], key } = COPIED_TABLES.get(name) ?? {}
    expect(columns.map((column) => column.name).toSorted(), name).toEqual(known.toSorted())
    const keys = columns.filter(({ pk }) => pk > 0).map((column) => column.name)
    expect(key, name).toEqual(keys.length > 0 ? keys : ['turn', 'query'])
  }
  database.close()
  rmSync(directory, { recursive: true })
})
