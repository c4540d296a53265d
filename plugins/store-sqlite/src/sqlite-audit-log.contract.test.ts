import { SqlAuditLog } from '@docent/sql'
import { auditLogContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

auditLogContract('sqlite', () => {
  const { store, ...stores } = openStores((database) => new SqlAuditLog(new SqliteSql(database)))
  return { log: store, ...stores }
})
