import type { CallOptions, Clock, NamedLeases } from '@docent/core/plugin'
import type { Database } from './database.ts'

/** Named leases in SQLite. `clock` alone decides when a lease has run out. */
export class SqliteNamedLeases implements NamedLeases {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  acquire(name: string, holder: string, ttlMs: number, options?: CallOptions): Promise<boolean> {
    return this.#database.transaction(() => {
      const now = this.#clock.now()
      const changed = this.#database.run(
        `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
          WHERE leases.holder = excluded.holder OR leases.expires_at <= ?`,
        name,
        holder,
        now + ttlMs,
        now,
      )
      return changed === 1
    }, options)
  }

  release(name: string, holder: string, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      this.#database.run('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder)
    }, options)
  }
}
