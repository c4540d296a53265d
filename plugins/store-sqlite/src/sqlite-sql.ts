import type { SQLInputValue } from 'node:sqlite'
import type { CallOptions } from '@docent/core/plugin'
import { type Answer, type Sql, type SqlDatabase, type Steps, spell } from '@docent/sql'
import type { Database } from './database.ts'

/** Runs the shared statements in SQLite, transactions within the commit that all writes of a turn share. */
export class SqliteSql implements SqlDatabase {
  readonly isBlocking = true
  readonly #database: Database
  readonly #now: () => number

  /** @param now decides when leases run out */
  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database
    this.#now = now
  }

  async read<Row>(statement: Sql<Row>, options?: CallOptions): Promise<Row[]> {
    options?.signal?.throwIfAborted()
    const { text, values } = spell(statement, 'sqlite')
    return this.#database.all<Row>(text, ...(values as SQLInputValue[]))
  }

  write<Row>(statement: Sql<Row> | (() => Sql<Row>), options?: CallOptions): Promise<Answer<Row>> {
    return this.#database.transaction(
      () => this.#run(typeof statement === 'function' ? statement() : statement),
      options,
    )
  }

  transaction<Result>(work: () => Steps<Result>, options?: CallOptions): Promise<Result> {
    return this.#database.transaction(() => {
      const steps = work()
      let step = steps.next()
      while (!step.done) {
        const { statement, isUnanswered } = step.value
        step = steps.next(isUnanswered ? this.#write(statement) : this.#run(statement))
      }
      return step.value
    }, options)
  }

  together<Result>(works: readonly (() => Steps<Result>)[], options?: CallOptions): Promise<Result[]> {
    return this.transaction(function* () {
      const results: Result[] = []
      for (const work of works) results.push(yield* work())
      return results
    }, options)
  }

  now(): number {
    return this.#now()
  }

  #write(statement: Sql): Answer<unknown> {
    const { text, values } = spell(statement, 'sqlite')
    return { rows: [], count: this.#database.run(text, ...(values as SQLInputValue[])), wasSentBefore: false }
  }

  #run<Row>(statement: Sql<Row>): Answer<Row> {
    const { text, values } = spell(statement, 'sqlite')
    return { ...this.#database.query<Row>(text, values as SQLInputValue[]), wasSentBefore: false }
  }
}
