import type { CallOptions } from '@docent/core/plugin'
import type { Postgres, Transaction } from '@docent/postgres'
import { type Answer, type Sql, type SqlDatabase, type Steps, spell, sql } from '@docent/sql'

const UNKNOWN: Answer<unknown> = { rows: [], count: 0, wasSentBefore: false }

/** Runs the shared statements in PostgreSQL. */
export class PostgresSql implements SqlDatabase {
  readonly isBlocking = false
  readonly #postgres: Postgres
  readonly #now: (() => number) | undefined

  /** @param now stands in for the database's clock, in tests */
  constructor(postgres: Postgres, now?: () => number) {
    this.#postgres = postgres
    this.#now = now
  }

  async read<Row>(statement: Sql<Row>, options?: CallOptions): Promise<Row[]> {
    const { text, values } = spell(statement, 'postgres')
    const { rows } = await this.#postgres.query<Row>(text, values, options)
    return rows
  }

  write<Row>(statement: Sql<Row> | (() => Sql<Row>), options?: CallOptions): Promise<Answer<Row>> {
    const { text, values } = spell(typeof statement === 'function' ? statement() : statement, 'postgres')
    return this.#postgres.query<Row>(text, values, options)
  }

  transaction<Result>(work: () => Steps<Result>, options?: CallOptions): Promise<Result> {
    return this.#postgres.transaction((transaction) => take(work(), transaction), options)
  }

  together<Result>(works: readonly (() => Steps<Result>)[], options?: CallOptions): Promise<Result[]> {
    return this.#postgres.transaction(async (transaction) => {
      // All have ended before the first failure rolls back: none of them sends anything after that.
      const ends = await Promise.allSettled(works.map((work) => take(work(), transaction)))
      return ends.map((end) => {
        if (end.status === 'rejected') throw end.reason
        return end.value
      })
    }, options)
  }

  now(): Sql {
    return this.#now ? sql`${this.#now()}::bigint` : sql`docent.now_ms()`
  }
}

async function take<Result>(steps: Steps<Result>, transaction: Transaction): Promise<Result> {
  let step = steps.next()
  while (!step.done) {
    const { statement, isUnanswered } = step.value
    const { text, values } = spell(statement, 'postgres')
    if (isUnanswered) {
      transaction.last(text, values)
      step = steps.next(UNKNOWN)
    } else {
      step = steps.next(await transaction.query(text, values))
    }
  }
  return step.value
}
