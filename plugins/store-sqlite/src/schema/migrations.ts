import { NOTES_INDEX, spellSchema, spellTables } from '@docent/sql'
import { COUNT_TRIGGERS } from './count-triggers.ts'
import type { Migration } from './migration.ts'
import { upgradeQueue, upgradeTables } from './upgrade-tables.ts'

const { tables, indexes } = spellSchema('sqlite')

/** All tables at once. Files from before have version 20, 21, or 22, and no older one was ever released. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 23,
    name: 'tables',
    sql: `${tables} ${indexes} ${COUNT_TRIGGERS}`,
    upgrade: {
      from: [20, 21, 22],
      run(connection, version) {
        if (version === 22) {
          connection.exec(spellTables('sqlite', NOTES_INDEX))
          return
        }
        const made = connection
          .prepare(
            "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL",
          )
          .all()
        for (const { type, name } of made) connection.exec(`DROP ${type} ${name}`)
        if (version === 20) upgradeTables(connection)
        upgradeQueue(connection)
        connection.exec(`${indexes} ${COUNT_TRIGGERS}`)
      },
    },
  },
]
