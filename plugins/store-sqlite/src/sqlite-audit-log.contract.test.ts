import { auditLogContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteAuditLog } from './sqlite-audit-log.ts'

auditLogContract('sqlite', () => {
  const { store, ...stores } = openStores((database) => new SqliteAuditLog(database))
  return { log: store, ...stores }
})
