import { withPostgres } from '@docent/simulators'
import { keyStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresKeyStore } from './postgres-key-store.ts'

withPostgres('PostgresKeyStore', (server) => {
  keyStoreContract('postgres', () => openContext(server(), (postgres) => new PostgresKeyStore(postgres)))
})
