import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectStoreContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteProjectStore } from './sqlite-project-store.ts'

projectStoreContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-projects-'))
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteProjectStore(database)
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
