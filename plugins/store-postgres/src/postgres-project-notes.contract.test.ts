import { withPostgres } from '@docent/simulators'
import { projectNotesContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresProjectNotes } from './postgres-project-notes.ts'

withPostgres('PostgresProjectNotes', (server) => {
  projectNotesContract('postgres', () =>
    openContext(server(), (postgres) => new PostgresProjectNotes(postgres)),
  )
})
