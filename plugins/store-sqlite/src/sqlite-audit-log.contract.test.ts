import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditLogContract } from '@docent/testing'
import { Database } from './database.ts'
import { SqliteAuditLog } from './sqlite-audit-log.ts'

auditLogContract('sqlite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'docent-audit-'))
  const databases: Database[] = []
  const open = () => {
    const database = new Database(join(directory, 'docent.db'))
    database.open()
    databases.push(database)
    return new SqliteAuditLog(database)
  }
  return {
    log: open(),
    peer: open,
    close() {
      for (const database of databases) database.close()
      rmSync(directory, { recursive: true })
    },
  }
})
