import { withPostgres } from '@docent/simulators'
import { SqlKeyStore } from '@docent/sql'
import { keyStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresKeyStore', (server) => {
  keyStoreContract('postgres', () =>
    openContext(server(), (postgres) => new SqlKeyStore(new PostgresSql(postgres))),
  )
})
