import { withPostgres } from '@docent/simulators'
import { webhookStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresWebhookStore } from './postgres-webhook-store.ts'

withPostgres('PostgresWebhookStore', (server) => {
  webhookStoreContract('postgres', () =>
    openContext(server(), (postgres) => new PostgresWebhookStore(postgres)),
  )
})
