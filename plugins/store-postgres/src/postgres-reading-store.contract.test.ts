import { withPostgres } from '@docent/simulators'
import { SqlReadingStore } from '@docent/sql'
import { readingStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresReadingStore', (server) => {
  readingStoreContract('postgres', () =>
    openContext(server(), (postgres) => new SqlReadingStore(new PostgresSql(postgres))),
  )
})
