import { withPostgres } from '@docent/simulators'
import { SqlSecretStore } from '@docent/sql'
import { secretStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresSecretStore', (server) => {
  secretStoreContract('postgres', () =>
    openContext(server(), (postgres) => new SqlSecretStore(new PostgresSql(postgres))),
  )
})
