/** A value of a row: flags are 0 and 1, and moments milliseconds since the epoch. */
export type StoredValue = string | number | Uint8Array | null

/** A row by its columns. It means the same in every store. */
export type StoredRow = Readonly<Record<string, StoredValue>>

/**
 * Everything that a store keeps, row by row: how an installation moves to a store of another kind. It works on a store
 * that nobody uses: who opened it holds it alone until `close`.
 */
export interface StoredRows {
  /** Names of the tables, each after those that its rows refer to. */
  readonly tables: readonly string[]
  /** Rows of a table. */
  count(table: string): Promise<number>
  /** The rows of one page in the order of their key, after that row. An empty page is behind the end. */
  read(table: string, after: StoredRow | undefined): Promise<StoredRow[]>
  /** The row with the highest key. */
  last(table: string): Promise<StoredRow | undefined>
  /** Adds rows in one commit. A row whose key is there already stays as it is. */
  write(table: string, rows: readonly StoredRow[]): Promise<void>
  /**
   * Notes that a move from `source` has begun. Until `finish` no server starts on the store.
   * @returns whether the same move had begun before: it goes on where it ended
   * @throws DocentError `conflict` for a store with rows that no such move brought
   */
  begin(source: string): Promise<{ isResumed: boolean }>
  /** The rows are complete: what the store derives from them is made, and the note of `begin` is taken away. */
  finish(): Promise<void>
  close(): Promise<void>
}
