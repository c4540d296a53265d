import type { CallOptions, NamedLeases } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { StoreClock } from './store-clock.ts'

/** Named leases in PostgreSQL, whose clock alone decides when a lease has run out. */
export class PostgresNamedLeases implements NamedLeases {
  readonly #postgres: Postgres
  readonly #clock: StoreClock

  /** @param now stands in for the database's clock, in tests */
  constructor(postgres: Postgres, now?: () => number) {
    this.#postgres = postgres
    this.#clock = new StoreClock(now)
  }

  async acquire(name: string, holder: string, ttlMs: number, options?: CallOptions): Promise<boolean> {
    const { count } = await this.#postgres.query(
      `INSERT INTO docent.leases AS kept (name, holder, expires_at)
        VALUES ($1, $2, coalesce($4::bigint, docent.now_ms()) + $3)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE kept.holder = excluded.holder OR kept.expires_at <= coalesce($4::bigint, docent.now_ms())`,
      [name, holder, Math.ceil(ttlMs), this.#clock.parameter],
      options,
    )
    return count === 1
  }

  async release(name: string, holder: string, options?: CallOptions): Promise<void> {
    await this.#postgres.query(
      'DELETE FROM docent.leases WHERE name = $1 AND holder = $2',
      [name, holder],
      options,
    )
  }
}
