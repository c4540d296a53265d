import type { CallOptions } from '@docent/core/plugin'

export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | Uint8Array | null)[]

export interface Rows<Row> {
  rows: Row[]
  /** Rows that a write touched. */
  count: number
  /** It was sent before on a connection that was cut, and may have happened then too. */
  wasSentBefore: boolean
}

/** What runs within a transaction. Statements may be sent one after another without awaiting each. */
export interface Transaction {
  /** @param timeoutMs for a statement that may take longer than others */
  query<Row = unknown>(sql: string, values?: readonly SqlValue[], timeoutMs?: number): Promise<Rows<Row>>
  /** Sends a last statement together with the commit, which saves a round trip. What it answers is not looked at. */
  last(sql: string, values?: readonly SqlValue[]): void
  /** Sends a notification right behind the commit: see {@link Notification}. */
  notify(notification: Notification): void
}

/**
 * What others hear of a commit. It is sent with the commit and runs after it, in a transaction of its own: PostgreSQL
 * holds one lock for the whole database while it commits a transaction that notifies, so that such commits would flush
 * one after another. A process that dies in between has told nobody: listeners must also look now and then. What was
 * rolled back may be told too.
 */
export interface Notification {
  readonly channel: string
  readonly payloads: readonly string[]
}

export interface TransactionOptions extends CallOptions {
  /** Running `work` again after it was committed does no harm. Then nothing is left behind to know it by. */
  isRepeatable?: boolean
}

export interface QueryOptions extends CallOptions {
  /** Sent right behind the statement, when that is a write. */
  notification?: Notification
}
