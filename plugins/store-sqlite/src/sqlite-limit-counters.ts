import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import {
  type CounterHold,
  type LimitCounter,
  type LimitRequest,
  type LimitResult,
  takeLimits,
  windowAt,
} from '@docent/core/plugin'
import { LIMIT_SCHEMA } from './schema/limit-schema.ts'
import { migrate } from './schema/migrate.ts'

/** How long starting up may wait for another process that is starting up, ms. */
const OPEN_WAIT_MS = 2_000

interface Row extends LimitCounter {
  readonly key: string
  readonly length: number
  readonly start: number
  /** What the database holds; `used` is what it shall hold. */
  stored: number
  storedHolds: LimitCounter['holds']
}

/**
 * The open counters of `limits.sqlite`. All members are synchronous and throw errors of node:sqlite as they come; a
 * lock held by another process is an error at once, never a pause of the event loop.
 */
export class SqliteLimitCounters {
  readonly #connection: DatabaseSync
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #read: StatementSync
  readonly #write: StatementSync
  readonly #sweep: StatementSync

  /** Opens the file, made with mode 0600 when it is not there. */
  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // Made first, and by us: SQLite would make it readable for others, and keys hold addresses of people.
    closeSync(openSync(file, 'a', 0o600))
    this.#connection = new DatabaseSync(file, { timeout: OPEN_WAIT_MS })
    try {
      this.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
      migrate(this.#connection, LIMIT_SCHEMA)
      // From here on whoever finds the lock taken waits outside, where the event loop goes on.
      this.#connection.exec('PRAGMA busy_timeout = 0')
      this.#begin = this.#connection.prepare('BEGIN IMMEDIATE')
      this.#commit = this.#connection.prepare('COMMIT')
      this.#read = this.#connection.prepare(
        'SELECT used, holds FROM counters WHERE key = ? AND length = ? AND start = ?',
      )
      this.#write = this.#connection.prepare(
        `INSERT INTO counters (key, length, start, ends, used, holds) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (key, length, start) DO UPDATE SET used = excluded.used, holds = excluded.holds`,
      )
      this.#sweep = this.#connection.prepare(
        `DELETE FROM counters WHERE (key, length, start) IN
          (SELECT key, length, start FROM counters WHERE ends <= ? ORDER BY ends LIMIT ?)`,
      )
    } catch (error) {
      this.#connection.close()
      throw error
    }
  }

  /** Takes all requests or none, in one transaction. */
  take(requests: readonly LimitRequest[], now: number): LimitResult {
    this.#begin.run()
    try {
      const rows = this.#rows(requests, now)
      const result = takeLimits(requests, rows, now)
      if (result.allowed) for (const row of rows) this.#store(row)
      this.#commit.run()
      return result
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
      throw error
    }
  }

  /** Deletes at most `limit` counters whose window ended at `before` or earlier. @returns how many. */
  sweep(before: number, limit: number): number {
    return Number(this.#sweep.run(before, limit).changes)
  }

  close(): void {
    this.#connection.close()
  }

  /** One row a counter: requests that name the same one share it. */
  #rows(requests: readonly LimitRequest[], now: number): Row[] {
    const rows: Row[] = []
    for (const { key, window } of requests) {
      const length = window.kind === 'month' ? 0 : window.ms
      const shared = rows.find((row) => row.key === key && row.length === length)
      rows.push(shared ?? this.#row(key, length, windowAt(window, now)))
    }
    return rows
  }

  #row(key: string, length: number, { start, end }: { start: number; end: number }): Row {
    const found = this.#read.get(key, length, start)
    const used = Number(found?.used ?? 0)
    const holds = typeof found?.holds === 'string' ? readHolds(found.holds) : undefined
    return { key, length, start, end, used, stored: used, holds, storedHolds: holds }
  }

  #store(row: Row): void {
    if (row.used === row.stored && row.holds === row.storedHolds) return
    const holds = row.holds ? JSON.stringify(row.holds) : null
    this.#write.run(row.key, row.length, row.start, row.end, row.used, holds)
    row.stored = row.used
    row.storedHolds = row.holds
  }
}

/** Written by us alone, in this form. */
function readHolds(json: string): CounterHold[] {
  return JSON.parse(json)
}
