import { withPostgres } from '@docent/simulators'
import { readingStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresReadingStore } from './postgres-reading-store.ts'

withPostgres('PostgresReadingStore', (server) => {
  readingStoreContract('postgres', () =>
    openContext(server(), (postgres) => new PostgresReadingStore(postgres)),
  )
})
