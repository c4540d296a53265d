import type { WaitsFor } from '../domain/job.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { Outage, Wait } from '../ports/job-store.ts'

/** Wait after the first failure, ms; doubles with each further one. */
const FIRST_WAIT_MS = 2_000
/** Longest wait, unless the provider asks for a longer one, ms. */
const LONGEST_WAIT_MS = 5 * 60_000

/** True when the model or the git host is away, restarts or limits the rate: the same call can succeed later. */
export function isOutage(error: unknown): error is DocentError {
  return DocentError.is(error) && error.isRetryable
}

/**
 * How long a job waits for a provider that is away: twice as long each time, with jitter in the upper half, never less
 * than the provider asked for, and in all at most `maxOutageMs`. Undefined once that time is over.
 */
export function planWait(
  failure: DocentError,
  { waits, ms, now }: Outage,
  maxOutageMs: number,
  random: () => number,
  waitsFor: WaitsFor,
): Wait | undefined {
  const left = maxOutageMs - ms
  if (left <= 0) return undefined
  const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits)
  const growing = (ceiling * (1 + random())) / 2
  const delayMs = Math.ceil(Math.min(left, Math.max(growing, failure.retryAfterMs ?? 0)))
  const { message: reason } = failure
  const until = now + delayMs
  return {
    delayMs,
    events: [{ type: 'waiting', reason, until: new Date(until).toISOString() }],
    waiting: { for: waitsFor, reason, since: now - ms, until },
  }
}
