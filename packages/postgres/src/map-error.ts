import { DocentError } from '@docent/core/plugin'

/** System errors of a socket that a new connection may not meet again. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/**
 * What `pg` says without a code when a connection goes: https://github.com/brianc/node-postgres, files client.js and
 * pg-pool's index.js.
 */
const CUT =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after)/

/**
 * Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html that end with another try:
 * connection exceptions, shutdowns, too many connections, and a server that is a standby for a moment.
 */
const CONNECTION = /^(08...|57P0[1-5]|53300|25006)$/

/** Two transactions that were in each other's way, or a blob that went while it was named: run again. */
const CLASH = new Set(['40001', '40P01', '23503'])

/** SQLSTATE or the code of a system error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** True when the connection was lost, or could not be made: nothing is known of what it was doing. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined) return NETWORK.has(code) || CONNECTION.test(code)
  return error instanceof Error && CUT.test(error.message)
}

/** True when the transaction was rolled back and may well succeed when it runs again. */
export function isClash(error: unknown): boolean {
  return CLASH.has(codeOf(error) ?? '')
}

/** True when a prepared statement was there, or was not, because a pooler changed the connection behind our back. */
export function isForeignConnection(error: unknown): boolean {
  return ['42P05', '26000'].includes(codeOf(error) ?? '')
}

/** Errors of PostgreSQL as errors of Docent; anything else, such as a refusal by a rule of core, passes unchanged. */
export function mapPostgresError(error: unknown): unknown {
  if (error instanceof DocentError) return error
  if (isConnectionFailure(error) || isClash(error)) {
    return new DocentError('unavailable', outageOf(error), {
      cause: error,
      isRetryable: true,
      retryAfterMs: 1_000,
    })
  }
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return configuration('PostgreSQL refuses the user or the password. Check the connection string.', error)
    case '3D000':
      return configuration(
        'PostgreSQL has no database with that name. Create it, or correct the connection string.',
        error,
      )
    case '42501':
      return configuration(
        'The user of the connection string is not allowed to do this in PostgreSQL. Make it the owner of the database, or grant it CREATE on it.',
        error,
      )
    // https://www.postgresql.org/docs/current/errcodes-appendix.html: a NUL character, as text and in JSON.
    case '22021':
    case '22P05':
      return new DocentError('invalid_request', 'The text has a character that cannot be stored.', {
        cause: error,
      })
    case '53100':
      return new DocentError(
        'unavailable',
        'The database cannot grow. Free disk space on the PostgreSQL server.',
        {
          cause: error,
          isRetryable: true,
          retryAfterMs: 30_000,
        },
      )
    default:
      return error
  }
}

/** Clients of the server see it: it names no address. */
function outageOf(error: unknown): string {
  const code = codeOf(error)
  if (code === '53300')
    return 'The database has no connection left. Raise max_connections in PostgreSQL, or lower the option connections.'
  if (code === '25006')
    return 'The database accepts no writes, because PostgreSQL is read-only or a standby. Connect to the primary.'
  if (error instanceof Error && error.message === 'Query read timeout')
    return 'The database took too long. PostgreSQL is too busy, or another session holds a lock. Try again.'
  return 'The database does not respond: PostgreSQL is down or too busy. Try again.'
}

function configuration(message: string, cause: unknown): DocentError {
  return new DocentError('configuration', message, { cause })
}
