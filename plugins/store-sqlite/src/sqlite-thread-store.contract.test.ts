import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadStoreContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteThreadStore } from './sqlite-thread-store.ts'

threadStoreContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-threads-'))
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteThreadStore(database)
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
