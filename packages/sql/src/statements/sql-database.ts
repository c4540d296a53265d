import type { CallOptions } from '@docent/core/plugin'
import type { Sql } from './sql.ts'

export interface Answer<Row> {
  rows: Row[]
  /** Rows that a write touched. */
  count: number
  /** It was sent before on a connection that was cut, and may have happened then too. */
  wasSentBefore: boolean
}

/** A statement of a transaction. */
export interface Step {
  statement: Sql
  /** Nobody looks at the answer, so it may travel with the next step. */
  isUnanswered: boolean
}

/** The steps of a transaction. SQLite runs all of them at once, and PostgreSQL waits for each answer. */
export type Steps<Result> = Generator<Step, Result, Answer<unknown>>

/** A time that is known, or the expression for it. */
export type Time = number | Sql

/** A database that runs the statements of this package. */
export interface SqlDatabase {
  /** The event loop waits for its reads. */
  readonly isBlocking: boolean
  read<Row>(statement: Sql<Row>, options?: CallOptions): Promise<Row[]>
  /**
   * One statement that may run twice, when a connection is cut: what it does must be the same the second time. An `INSERT`
   * with `ON CONFLICT DO NOTHING` whose count matters belongs in a transaction, because it meets its own row.
   * @param statement a function for one that needs the time of `now`, which is read when it runs
   */
  write<Row>(statement: Sql<Row> | (() => Sql<Row>), options?: CallOptions): Promise<Answer<Row>>
  /** Commits at most once. Whatever `work` throws undoes all of its steps. */
  transaction<Result>(work: () => Steps<Result>, options?: CallOptions): Promise<Result>
  /**
   * Several transactions as one: all of them commit, or none. Their statements may travel side by side, in the order in
   * which the works begin.
   */
  together<Result>(works: readonly (() => Steps<Result>)[], options?: CallOptions): Promise<Result[]>
  /** The time that leases go by, milliseconds since the epoch. */
  now(): Time
}

/** A step whose answer the transaction needs. */
export function* ask<Row>(statement: Sql<Row>): Generator<Step, Answer<Row>, Answer<unknown>> {
  return (yield { statement, isUnanswered: false }) as Answer<Row>
}

/** A step whose answer nobody needs. */
export function* run(statement: Sql): Steps<void> {
  yield { statement, isUnanswered: true }
}
