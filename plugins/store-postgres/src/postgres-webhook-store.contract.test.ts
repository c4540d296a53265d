import { withPostgres } from '@docent/simulators'
import { SqlWebhookStore } from '@docent/sql'
import { webhookStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresWebhookStore', (server) => {
  webhookStoreContract('postgres', () =>
    openContext(server(), (postgres) => new SqlWebhookStore(new PostgresSql(postgres))),
  )
})
