import { withPostgres } from '@docent/simulators'
import { secretStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSecretStore } from './postgres-secret-store.ts'

withPostgres('PostgresSecretStore', (server) => {
  secretStoreContract('postgres', () =>
    openContext(server(), (postgres) => new PostgresSecretStore(postgres)),
  )
})
