/** One step of the schema, forward only. Once released it is never edited: a later one mends it. */
export interface Migration {
  /** 1 for the first, no gaps: the file's number. */
  readonly version: number
  /** The file's name without number and ending. */
  readonly name: string
  /** SQL statements, run in the transaction that also advances `user_version`. */
  readonly sql: string
}
