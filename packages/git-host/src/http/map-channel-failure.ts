import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'
import { HostRefusal } from './host-refusal.ts'
import { safeCause } from './map-host-failure.ts'

/** Makes the failure of a vendor of channels one of Docent's. A DocentError passes unchanged. */
export function mapChannelFailure(
  error: unknown,
  { vendor, doing, variables, now }: { vendor: string; doing: string; variables: string; now: number },
): DocentError {
  if (DocentError.is(error)) return error
  const cause = safeCause(error)
  const failed = (message: string, isRetryable: boolean, retryAfterMs?: number) =>
    new DocentError('dependency_failed', message, {
      isRetryable,
      cause,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  if (error instanceof HostRefusal) {
    const wait = HostRefusal.rateLimit(error, now)
    if (wait !== undefined)
      return failed(
        `${vendor} limits how often it is asked to ${doing}. The limit ends in about ${Math.ceil(wait / 1000)} s.`,
        true,
        wait,
      )
    if (error.status === 401 || error.status === 403)
      return failed(
        `${vendor} refused to ${doing} (${error.status}). Check ${variables} and its permissions.`,
        false,
      )
    return failed(
      `${vendor} answered ${error.status} when asked to ${doing}.`,
      error.status >= 500 || error.status === 408,
    )
  }
  if (
    error instanceof Error &&
    /Timeout/.test(`${error.name} ${error.cause instanceof Error ? error.cause.name : ''}`)
  )
    return new DocentError('timeout', `${vendor} did not answer in time while asked to ${doing}.`, {
      isRetryable: true,
      cause,
    })
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return failed(`${vendor} gave an unreadable reply when asked to ${doing}.`, true)
  return failed(`${vendor} could not be reached to ${doing}.`, error instanceof TypeError)
}
