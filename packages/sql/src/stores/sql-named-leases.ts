import type { CallOptions, NamedLeases } from '@docent/core/plugin'
import { sql } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'

/** Named leases. The database's time alone decides when a lease has run out. */
export class SqlNamedLeases implements NamedLeases {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  async acquire(name: string, holder: string, ttlMs: number, options?: CallOptions): Promise<boolean> {
    const { count } = await this.#database.write(() => {
      const now = this.#database.now()
      return sql`INSERT INTO docent.leases AS kept (name, holder, expires_at)
        VALUES (${name}, ${holder}, ${now} + ${Math.ceil(ttlMs)})
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE kept.holder = excluded.holder OR kept.expires_at <= ${now}`
    }, options)
    return count === 1
  }

  async release(name: string, holder: string, options?: CallOptions): Promise<void> {
    await this.#database.write(
      sql`DELETE FROM docent.leases WHERE name = ${name} AND holder = ${holder}`,
      options,
    )
  }
}
