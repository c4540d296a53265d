import type { JobWaiting, WaitsFor } from '../domain/job.ts'
import { DocentError } from '../errors/docent-error.ts'
import { ReplyBrokenOff } from '../errors/reply-broken-off.ts'
import type { Outage, Wait } from '../ports/job-store.ts'

/** Wait after the first failure, ms; doubles with each further one. */
const FIRST_WAIT_MS = 2_000
/** Longest wait, unless the provider asks for a longer one, ms. */
const LONGEST_WAIT_MS = 5 * 60_000
/**
 * Waits in a row for a model that begins its reply and breaks it off each time: it is not away, so that time alone does
 * not help. They take about 20 minutes, in which a server that is overloaded recovers.
 */
export const MOST_BROKEN_OFF = 12

/** True when the model or the git host is away, restarts or limits the rate: the same call can succeed later. */
export function isOutage(error: unknown): error is DocentError {
  return DocentError.is(error) && error.isRetryable
}

/**
 * How long a job waits for a provider that is away: twice as long each time, with jitter in the upper half, never less
 * than the provider asked for, and in all at most `maxOutageMs`. Undefined once that time is over, or when the model broke
 * its reply off too often in a row.
 *
 * @param before how the job waited last, if it has made no progress since
 */
export function planWait(
  failure: DocentError,
  { waits, ms, now }: Outage,
  maxOutageMs: number,
  random: () => number,
  waitsFor: WaitsFor,
  before?: JobWaiting,
): Wait | undefined {
  const left = maxOutageMs - ms
  // Another kind of outage between them begins the count anew.
  const brokenOff = failure instanceof ReplyBrokenOff ? (before?.brokenOff ?? 0) + 1 : 0
  if (left <= 0 || brokenOff > MOST_BROKEN_OFF) return undefined
  const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits)
  const growing = (ceiling * (1 + random())) / 2
  const delayMs = Math.ceil(Math.min(left, Math.max(growing, failure.retryAfterMs ?? 0)))
  const { message: reason } = failure
  const until = now + delayMs
  return {
    delayMs,
    events: [{ type: 'waiting', reason, until: new Date(until).toISOString() }],
    waiting: { for: waitsFor, reason, since: now - ms, until, ...(brokenOff > 0 && { brokenOff }) },
  }
}
