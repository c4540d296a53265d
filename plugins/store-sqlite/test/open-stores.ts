import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../src/database.ts'

/** One database in a folder of its own, opened anew for the store under test and for each of its peers. */
export function openStores<Store>(create: (database: Database) => Store) {
  const directory = mkdtempSync(join(tmpdir(), 'docent-sqlite-'))
  const databases: Database[] = []
  const open = (): Store => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return create(database)
  }
  return {
    store: open(),
    peer: open,
    close() {
      for (const database of databases) database.close()
      rmSync(directory, { recursive: true })
    },
  }
}
