import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretStoreContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteSecretStore } from './sqlite-secret-store.ts'

secretStoreContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-secrets-'))
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteSecretStore(database)
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
