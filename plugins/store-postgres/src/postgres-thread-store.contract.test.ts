import { withPostgres } from '@docent/simulators'
import { threadStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresThreadStore } from './postgres-thread-store.ts'

withPostgres('PostgresThreadStore', (server) => {
  threadStoreContract('postgres', () =>
    openContext(server(), (postgres) => new PostgresThreadStore(postgres)),
  )
})
