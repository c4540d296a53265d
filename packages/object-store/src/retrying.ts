import { setTimeout as sleep } from 'node:timers/promises'
import { DocentError } from '@docent/core'

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
  for (let tried = 0; ; tried++) {
    signal?.throwIfAborted()
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      return await attempt(signal === undefined ? limit : AbortSignal.any([signal, limit]))
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (tried >= retries || !DocentError.is(error) || !error.isRetryable) throw error
    }
    const pause = retryDelayMs * 2 ** tried * (0.5 + Math.random())
    await sleep(pause, undefined, signal && { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error
    })
  }
}
