import { JobNews, SqlJobStore } from '@docent/sql'
import type { Database } from '../database.ts'
import { SqliteSql } from '../sqlite-sql.ts'

/**
 * The JobStore in one SQLite file, safe beside other processes on the same file. `now` is the clock that leases and
 * expiry go by, in milliseconds since the epoch: all processes of a file must share it.
 *
 * @example
 * const store = new SqliteJobStore(database)
 * const claim = await store.claim('worker-1', 15_000)
 */
export class SqliteJobStore extends SqlJobStore {
  readonly isInDataDirectory: boolean

  constructor(database: Database, now: () => number = Date.now, isInDataDirectory = false) {
    const sql = new SqliteSql(database, now)
    const news = new JobNews(sql)
    super(sql, news)
    this.isInDataDirectory = isInDataDirectory
    // The file says that another process committed, and not what.
    database.onCommit((origin) => {
      if (origin === 'elsewhere') news.heard()
    })
    database.onClose(() => news.stop())
  }
}
