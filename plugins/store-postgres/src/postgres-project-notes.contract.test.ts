import { withPostgres } from '@docent/simulators'
import { SqlProjectNotes } from '@docent/sql'
import { projectNotesContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresSql } from './postgres-sql.ts'

withPostgres('PostgresProjectNotes', (server) => {
  projectNotesContract('postgres', () =>
    openContext(server(), (postgres) => new SqlProjectNotes(new PostgresSql(postgres))),
  )
})
