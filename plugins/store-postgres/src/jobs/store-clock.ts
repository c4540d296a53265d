import type { Postgres } from '@docent/postgres'

/**
 * The time that leases and expiry go by: the database's, so that a server whose clock is off harms nobody. What is only
 * written down for people is stamped with an estimate of it, kept by this process's monotonic clock.
 */
export class StoreClock {
  readonly #other: (() => number) | undefined
  #ahead = Date.now() - performance.now()

  /** @param other stands in for the database's clock, in tests */
  constructor(other?: () => number) {
    this.#other = other
  }

  /** A value for `coalesce($n::bigint, docent.now_ms())`. */
  get parameter(): number | null {
    return this.#other?.() ?? null
  }

  estimate(): number {
    return this.#other?.() ?? Math.round(performance.now() + this.#ahead)
  }

  /** Compares the clocks: to be called once the database is open, and from time to time. */
  async adjust(postgres: Postgres): Promise<void> {
    const asked = performance.now()
    const { rows } = await postgres.query<{ now: number }>('SELECT docent.now_ms() AS now')
    const now = rows[0]?.now
    if (now !== undefined) this.#ahead = now - (asked + performance.now()) / 2
  }
}
