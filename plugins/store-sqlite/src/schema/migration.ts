import type { DatabaseSync } from 'node:sqlite'

/** A step of a schema, forward only. */
export interface Migration {
  /** Goes up by one from step to step. The first makes all tables, and may have any. */
  readonly version: number
  readonly name: string
  readonly sql: string
  /** What the first step does instead on a file of that version. */
  readonly upgrade?: { readonly from: number; run(connection: DatabaseSync): void }
}
