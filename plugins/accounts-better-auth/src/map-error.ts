import { DocentError } from '@docent/core/plugin'

const BUSY = 5
const READ_ONLY = 8
const IO_ERROR = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26

/** What SQLite says about the file of the accounts, as the operator understands it; other errors stay as they are. */
export function mapDatabaseError(error: unknown, file: string): unknown {
  switch (sqliteCode(error)) {
    case BUSY:
      return new DocentError('unavailable', 'The accounts are busy: another process is writing. Try again.', {
        cause: error,
        isRetryable: true,
        retryAfterMs: 1_000,
      })
    case FULL:
    case IO_ERROR:
      return new DocentError('unavailable', `${file} cannot be written. Free space on its disk.`, {
        cause: error,
        isRetryable: true,
      })
    case CORRUPT:
    case NOT_A_DATABASE:
      return new DocentError(
        'configuration',
        `${file} is damaged. Restore it from a backup, or move it somewhere else, and run "docent owner-link" to start over.`,
        { cause: error },
      )
    case READ_ONLY:
    case CANNOT_OPEN:
      return new DocentError(
        'configuration',
        `${file} cannot be opened. Give this user permission to read and write it.`,
        { cause: error },
      )
    default:
      return error
  }
}

/** The status of a refusal of the library; undefined when it is another failure. */
export function refusalOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || error.name !== 'APIError' || !('statusCode' in error)) return undefined
  const { statusCode } = error
  return typeof statusCode === 'number' && statusCode < 500 ? statusCode : undefined
}

/** The primary result code; undefined when the error is not SQLite's. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined
  return error.errcode & 0xff
}
