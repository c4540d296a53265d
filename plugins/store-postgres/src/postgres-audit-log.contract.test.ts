import { withPostgres } from '@docent/simulators'
import { auditLogContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresAuditLog } from './postgres-audit-log.ts'

withPostgres('PostgresAuditLog', (server) => {
  auditLogContract('postgres', async () => {
    const {
      store: log,
      peer,
      close,
    } = await openContext(server(), (postgres) => new PostgresAuditLog(postgres))
    return { log, peer, close }
  })
})
