import type { DatabaseSync } from 'node:sqlite'
import type { DirectPool } from '@docent/postgres'

export type AccountValue = string | number | null

/** What the library works on: its tables are its own. */
export interface LibrarySource {
  readonly database: DatabaseSync | DirectPool
  /** Runs `work` while no other process does. */
  alone(work: () => Promise<void>): Promise<void>
}

/** Where accounts are kept, opened when it is first needed. Values stand for `?` in their order. */
export interface AccountsDatabase {
  /** False before anybody needed accounts: then nothing is in it. */
  readonly exists: boolean
  /** @returns the number of changed rows */
  run(sql: string, ...values: AccountValue[]): Promise<number>
  /** The same, while no other process runs one like it: for what depends on other rows. */
  runAlone(sql: string, ...values: AccountValue[]): Promise<number>
  get<Row>(sql: string, ...values: AccountValue[]): Promise<Row | undefined>
  all<Row>(sql: string, ...values: AccountValue[]): Promise<Row[]>
  /** Rows came with their numbers: new ones are counted on from the highest. */
  countOn(tables: readonly string[]): Promise<void>
  library(): Promise<LibrarySource>
  close(): Promise<void>
}
