import { DocentError } from '../../errors/docent-error.ts'

/**
 * Any error of a model call as a DocentError. Providers translate their own; what is left is judged by the two marks
 * that the specification's errors carry: `isRetryable` and `statusCode`.
 */
export function toModelError(error: unknown): DocentError {
  if (DocentError.is(error)) return error
  const marks = (typeof error === 'object' && error !== null ? error : {}) as {
    isRetryable?: unknown
    statusCode?: unknown
  }
  const status = typeof marks.statusCode === 'number' ? marks.statusCode : 0
  const isRetryable = marks.isRetryable === true || status === 408 || status === 429 || status >= 500
  return new DocentError('model_failed', 'The model could not answer.', { cause: error, isRetryable })
}
