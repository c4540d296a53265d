import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webhookStoreContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteWebhookStore } from './sqlite-webhook-store.ts'

webhookStoreContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-webhooks-'))
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteWebhookStore(database)
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
