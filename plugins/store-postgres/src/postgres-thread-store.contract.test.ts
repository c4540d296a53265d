import { withPostgres } from '@docent/simulators'
import { SqlThreadStore } from '@docent/sql'
import { threadStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresThreadStore', (server) => {
  threadStoreContract('postgres', () =>
    openContext(server(), (postgres) => new SqlThreadStore(new PostgresSql(postgres))),
  )
})
