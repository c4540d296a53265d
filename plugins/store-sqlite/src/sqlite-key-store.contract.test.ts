import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyStoreContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteKeyStore } from './sqlite-key-store.ts'

keyStoreContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-keys-'))
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteKeyStore(database)
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
