import type { DatabaseSync } from 'node:sqlite'

/** A step of a schema, forward only. */
export interface Migration {
  /** Increases by one with each step. The first step creates all tables and can have any version. */
  readonly version: number
  readonly name: string
  readonly sql: string
  /** Runs instead of `sql` on a file of one of the versions `from`. Only the first step can have it. */
  readonly upgrade?: {
    readonly from: readonly number[]
    run(connection: DatabaseSync, version: number): void
  }
}
