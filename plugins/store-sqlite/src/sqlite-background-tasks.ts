import type { Clock, Ids, Logger } from '@docent/core/plugin'
import { SqlBackgroundTasks } from '@docent/sql'
import type { Database } from './database.ts'
import { SqliteSql } from './sqlite-sql.ts'

/** How often to look for a task that came due by the clock, ms. Commits of any process wake at once. */
const LOOK_MS = 5_000

/** Background tasks in SQLite, for any number of processes over one file. */
export class SqliteBackgroundTasks extends SqlBackgroundTasks {
  constructor(database: Database, clock: Clock, ids: Ids, logger: Logger) {
    super(new SqliteSql(database, () => clock.now()), { ids, logger, lookMs: LOOK_MS })
    database.onCommit((origin) => {
      if (origin === 'elsewhere') this.wake()
    })
  }
}
