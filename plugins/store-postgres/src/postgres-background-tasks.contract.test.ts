import { withPostgres } from '@docent/simulators'
import { backgroundTasksContract } from '@docent/testing'
import { openContext } from '../test/open-store.ts'
import { PostgresBackgroundTasks } from './postgres-background-tasks.ts'

const logger = { debug() {}, info() {}, warn() {}, error() {} }
let made = 0
const sortable = () => `task-${++made}`
const ids = { sortable, secret: sortable }

withPostgres('PostgresBackgroundTasks', (server) => {
  backgroundTasksContract('postgres', async () => {
    let offset = 0
    const now = () => Date.now() + offset
    const opened = await openContext(
      server(),
      (postgres) => new PostgresBackgroundTasks(postgres, { ids, logger, now }),
    )
    return {
      tasks: opened.store,
      peer: await opened.peer(),
      advance: async (ms: number) => {
        offset += ms
      },
      close: opened.close,
    }
  })
})
