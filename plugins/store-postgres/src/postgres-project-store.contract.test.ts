import { withPostgres } from '@docent/simulators'
import { SqlProjectStore } from '@docent/sql'
import { projectStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresProjectStore', (server) => {
  projectStoreContract('postgres', () =>
    openContext(server(), (postgres) => new SqlProjectStore(new PostgresSql(postgres))),
  )
})
