import { withPostgres } from '@docent/simulators'
import { SqlAuditLog } from '@docent/sql'
import { auditLogContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresAuditLog', (server) => {
  auditLogContract('postgres', async () => {
    const {
      store: log,
      peer,
      close,
    } = await openContext(server(), (postgres) => new SqlAuditLog(new PostgresSql(postgres)))
    return { log, peer, close }
  })
})
