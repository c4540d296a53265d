import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ManualClock, namedLeasesContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteNamedLeases } from './sqlite-named-leases.ts'

namedLeasesContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-projects-'))
  const clock = new ManualClock()
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteNamedLeases(database, clock)
  }
  return {
    clock,
    store: open(),
    peer: open,
    close() {
      for (const database of databases) database.close()
      rmSync(directory, { recursive: true })
    },
  }
})
