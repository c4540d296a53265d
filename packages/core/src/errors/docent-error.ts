import type { ErrorCode } from './codes.ts'
import { isMachineFailure } from './machine-failure.ts'

export interface DocentErrorOptions {
  cause?: unknown
  /** The same call may succeed later: the caller may retry with backoff. */
  isRetryable?: boolean
  /**
   * The machine of this process is to blame, such as its disk or its limit of open files: another process can do the
   * same now. Default: whether the cause is a machine failure.
   */
  isLocal?: boolean
  /** Earliest sensible moment of a retry, in milliseconds from now. */
  retryAfterMs?: number
  /**
   * For `invalid_request`: one entry a wrong field; `path` as in `messages[0].content`. A source or host names the
   * setting of the project that it cannot use.
   */
  issues?: readonly ErrorIssue[]
}

export interface ErrorIssue {
  path: string
  message: string
}

/**
 * The one error type of Docent. `message` says what is wrong and what to do, names the option or field, and is
 * safe to show: nothing internal (stack, SQL, host path, key, upstream body) belongs in it; that goes into `cause`.
 */
export class DocentError extends Error {
  override readonly name: string = 'DocentError'
  readonly code: ErrorCode
  readonly isRetryable: boolean
  readonly isLocal: boolean
  readonly retryAfterMs: number | undefined
  readonly issues: readonly ErrorIssue[] | undefined

  constructor(code: ErrorCode, message: string, options: DocentErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.isRetryable = options.isRetryable ?? false
    this.isLocal = options.isLocal ?? isMachineFailure(options.cause)
    this.retryAfterMs = options.retryAfterMs
    this.issues = options.issues
  }

  /** Works across two copies of the package, which `instanceof` does not. */
  static is(error: unknown, code?: ErrorCode): error is DocentError {
    if (!(error instanceof Error) || !('code' in error) || !('isRetryable' in error)) return false
    return code === undefined || error.code === code
  }
}
