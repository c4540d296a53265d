import { withPostgres } from '@docent/simulators'
import { projectStoreContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresProjectStore } from './postgres-project-store.ts'

withPostgres('PostgresProjectStore', (server) => {
  projectStoreContract('postgres', () =>
    openContext(server(), (postgres) => new PostgresProjectStore(postgres)),
  )
})
