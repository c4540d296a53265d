import { Postgres } from '@docent/postgres'
import { withPostgres } from '@docent/simulators'
import { backgroundTasksContract } from '@docent/testing'
import { freshSchema } from '../test/open-store.ts'
import { PostgresBackgroundTasks } from './postgres-background-tasks.ts'

/** Times of a task, which this test moves into the past as another one's clock would move on. */
const TIMES = ['start_after', 'heartbeat_on', 'started_on', 'singleton_on']

withPostgres('PostgresBackgroundTasks', (server) => {
  backgroundTasksContract('pg-boss', async () => {
    const url = server().url
    const schema = freshSchema()
    const settings = { url, directUrl: url, schema, connections: 2 }
    const tasks = new PostgresBackgroundTasks(settings)
    const peer = new PostgresBackgroundTasks(settings)
    await tasks.start()
    await peer.start()
    const postgres = new Postgres({ ...settings, schema: `${schema}_tasks` })
    await postgres.open()
    return {
      tasks,
      peer,
      async advance(ms: number) {
        const moved = TIMES.map((name) => `${name} = ${name} - make_interval(secs => $1)`)
        await postgres.query(
          `UPDATE docent.job SET ${moved.join(', ')} WHERE state <> 'completed' OR singleton_on IS NOT NULL`,
          [ms / 1_000],
        )
        await peer.lookForDeadWorkers()
      },
      async close() {
        await tasks.stop()
        await peer.stop()
        await postgres.close()
      },
    }
  })
})
