import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobStoreContract } from '@docent/testing'
import { Database } from '../database.ts'
import { SqliteJobStore } from './sqlite-job-store.ts'

jobStoreContract('SqliteJobStore', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-sqlite-'))
  let offset = 0
  const now = () => Date.now() + offset
  const file = join(directory, 'docent.db')
  const databases = [new Database(file), new Database(file)] as const
  for (const database of databases) database.open()
  return {
    store: new SqliteJobStore(databases[0], now),
    peer: new SqliteJobStore(databases[1], now),
    advance: (ms) => {
      offset += ms
    },
    close() {
      for (const database of databases) database.close()
      rmSync(directory, { recursive: true })
    },
  }
})
