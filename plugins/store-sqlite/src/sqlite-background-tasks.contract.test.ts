import { backgroundTasksContract, ManualClock } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteBackgroundTasks } from './sqlite-background-tasks.ts'

const logger = { debug() {}, info() {}, warn() {}, error() {} }
let ids = 0

backgroundTasksContract('sqlite', () => {
  const clock = new ManualClock()
  const sortable = () => `task-${++ids}`
  const opened = openStores(
    (database) => new SqliteBackgroundTasks(database, clock, { sortable, secret: sortable }, logger),
  )
  const { store: tasks, close } = opened
  return { tasks, peer: opened.peer(), advance: async (ms: number) => clock.advance(ms), close }
})
