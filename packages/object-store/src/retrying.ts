import { defaultBackoff, retry } from '@docent/core/plugin'

export interface RetrySettings {
  /** Milliseconds that one attempt may take. */
  timeoutMs: number
  /** Further attempts after a failure that may pass. */
  retries: number
  /** Pause before the second attempt; each further one is twice as long. With jitter. */
  retryDelayMs: number
}

/**
 * Tries until it works, a failure is final, or the attempts are used up. An aborted signal rejects with its reason.
 *
 * @param attempt gets the signal of its time limit; throws a DocentError that is retryable where another try makes sense
 */
export async function retrying<Result>(
  { timeoutMs, retries, retryDelayMs }: RetrySettings,
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const bounded = () => {
    const limit = AbortSignal.timeout(timeoutMs)
    return attempt(signal === undefined ? limit : AbortSignal.any([signal, limit]))
  }
  const backoff = { ...defaultBackoff, baseMs: retryDelayMs }
  return retry(bounded, { maxAttempts: retries + 1, signal, backoff })
}
