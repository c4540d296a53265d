import type { Ids, Logger } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { SqlBackgroundTasks } from '@docent/sql'
import { PostgresSql } from './postgres-sql.ts'

/** How often a process looks for tasks of all queues, ms: also those that other processes added. */
const LOOK_MS = 3_000

/** Background tasks in PostgreSQL, for any number of processes. */
export class PostgresBackgroundTasks extends SqlBackgroundTasks {
  /** @param now stands in for the database's clock, in tests */
  constructor(postgres: Postgres, { ids, logger, now }: { ids: Ids; logger: Logger; now?: () => number }) {
    super(new PostgresSql(postgres, now), { ids, logger, lookMs: LOOK_MS })
  }
}
