import { DocentError } from '@docent/core/plugin'

/** Primary result codes of https://www.sqlite.org/rescode.html that mean more than a mistake in our own SQL. */
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IO_ERROR = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const CONSTRAINT = 19
const NOT_A_DATABASE = 26

/** Errors of node:sqlite as errors of Docent; anything else, such as a refusal by a rule of core, passes unchanged. */
export function mapSqliteError(error: unknown): unknown {
  switch (sqliteCode(error)) {
    case BUSY:
    case LOCKED:
      return busy(error)
    case FULL:
      return new DocentError('unavailable', 'The database cannot grow. Free disk space on the server.', {
        cause: error,
        isRetryable: true,
        retryAfterMs: 30_000,
      })
    case READONLY:
    case IO_ERROR:
    case CANNOT_OPEN:
      return new DocentError(
        'dependency_failed',
        'The database file cannot be read or written. Check the disk and the permissions of the data directory.',
        { cause: error },
      )
    case CORRUPT:
    case NOT_A_DATABASE:
      return new DocentError(
        'dependency_failed',
        'The database file is damaged. Stop the server and restore a backup (page "Data directory, backup, and restore" of the documentation).',
        { cause: error },
      )
    default:
      return error
  }
}

export function busy(cause?: unknown): DocentError {
  return new DocentError('unavailable', 'The database is busy: another process is writing. Try again.', {
    cause,
    isRetryable: true,
    retryAfterMs: 1_000,
  })
}

/** True when another connection holds the file. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === BUSY
}

/** True when a write found no room, or when a file could not be written for whatever reason. */
export function isWriteFailure(error: unknown): boolean {
  const code = sqliteCode(error)
  if (code === FULL || code === IO_ERROR || code === CANNOT_OPEN) return true
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** True when the file is damaged, or is no database at all. */
export function isDamaged(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === CORRUPT || code === NOT_A_DATABASE
}

/** True when a UNIQUE, NOT NULL, CHECK or foreign key rule of the schema refused the write. */
export function isConstraintViolation(error: unknown): boolean {
  return sqliteCode(error) === CONSTRAINT
}

/** The primary result code, without the detail in the higher bits; undefined when the error is not SQLite's. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined
  return error.errcode & 0xff
}
