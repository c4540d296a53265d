import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readingStoreContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteReadingStore } from './sqlite-reading-store.ts'

readingStoreContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-readings-'))
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteReadingStore(database)
  }
  return {
    store: open(),
    peer: open,
    close() {
      for (const database of databases) database.close()
      rmSync(directory, { recursive: true })
    },
  }
})
