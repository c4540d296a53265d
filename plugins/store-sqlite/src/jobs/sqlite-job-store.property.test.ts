import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobStoreProperty } from '@docent/testing'
import { test } from 'vitest'
import { Database } from '../database.ts'
import { SqliteJobStore } from './sqlite-job-store.ts'

test('SqliteJobStore does what the model does, whatever happens to a few jobs', {
  timeout: 120_000,
}, async () => {
  await jobStoreProperty((clock) => {
    const directory = mkdtempSync(join(tmpdir(), 'docent-sqlite-'))
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    return {
      store: new SqliteJobStore(database, () => clock.now()),
      close() {
        database.close()
        rmSync(directory, { recursive: true })
      },
    }
  })
})
