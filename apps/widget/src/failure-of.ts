import { ApiError } from '@docent/client'
import type { Failure } from './turn.ts'

/** @param asked `hasBegun`: a part of the answer is there, so it broke off */
export function failureOf(
  error: unknown,
  { hasBegun, hasThread }: { hasBegun: boolean; hasThread: boolean },
): Failure {
  if (!(error instanceof ApiError))
    return { kind: navigator.onLine === false ? 'offline' : hasBegun ? 'failed' : 'unreachable' }
  const { status, requestId, retryAfterMs, message } = error
  const more = requestId === undefined ? {} : { requestId }
  if (status === 429)
    return { kind: 'limit', ...more, ...(retryAfterMs && { retryAt: Date.now() + retryAfterMs }) }
  if (status === 404 && hasThread) return { kind: 'gone', ...more }
  if ([401, 403, 404].includes(status)) {
    // Readers cannot mend it; who put the widget into the page looks here.
    console.warn(`<docent-assistant>: ${message}`)
    return { kind: 'refused', ...more }
  }
  return { kind: status >= 500 ? 'unreachable' : 'failed', ...more }
}
