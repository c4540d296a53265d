import type { CallOptions, Logger } from '@docent/core/plugin'
import { forgetCommits, type Postgres } from '@docent/postgres'
import { JobNews, SqlJobStore } from '@docent/sql'
import { PostgresSql } from '../postgres-sql.ts'
import { JobWire } from './job-wire.ts'

/**
 * The JobStore in PostgreSQL, for any number of servers and workers. Leases go by the database's clock.
 *
 * @example
 * const store = new PostgresJobStore(postgres)
 * await store.start()
 * const claim = await store.claim('worker-1', 15_000)
 */
export class PostgresJobStore extends SqlJobStore {
  readonly #postgres: Postgres
  readonly #news: JobNews
  readonly #wire: JobWire

  /** @param now stands in for the database's clock, and `sweepMs` for the time between two looks, in tests */
  constructor(
    postgres: Postgres,
    { now, logger, sweepMs }: { now?: () => number; logger?: Logger; sweepMs?: number } = {},
  ) {
    const sql = new PostgresSql(postgres, now)
    const wire = new JobWire(postgres, logger, sweepMs)
    const news = new JobNews(sql, (signal) => wire.tell(signal))
    super(sql, news)
    this.#postgres = postgres
    this.#news = news
    this.#wire = wire
  }

  /** Begins to listen. The database is open by then, and its schema there. */
  async start(): Promise<void> {
    this.#wire.start(this.#news)
  }

  /** Commits what is under way and ends all waits. */
  async stop(): Promise<void> {
    await this.drained()
    await this.#wire.stop()
  }

  /** False while commits of other processes are found by looking, and not heard of. */
  get isHearing(): boolean {
    return this.#wire.isHearing
  }

  override async prune(before: { steps: number; events: number }, options?: CallOptions): Promise<void> {
    await forgetCommits(this.#postgres)
    await super.prune(before, options)
  }
}
