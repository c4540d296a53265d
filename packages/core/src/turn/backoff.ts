import { sleep } from '../domain/sleep.ts'
import { DocentError } from '../errors/docent-error.ts'

/** Time and chance of retries, injected so that tests need no sleeps. */
export interface Backoff {
  /** First delay, ms; doubles with each attempt. */
  baseMs: number
  /** Longest delay, ms. */
  maxMs: number
  random(): number
  /** Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const defaultBackoff: Backoff = {
  baseMs: 500,
  maxMs: 30_000,
  random: Math.random,
  sleep,
}

/**
 * Exponential with full jitter over its upper half; never earlier than the vendor asked for. Undefined when the vendor
 * asks for a longer wait than `maxMs`: trying earlier would only prolong its rate limit.
 */
export function backoffDelay(
  attempt: number,
  retryAfterMs: number | undefined,
  backoff: Backoff,
): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs > backoff.maxMs) return undefined
  const ceiling = Math.min(backoff.maxMs, backoff.baseMs * 2 ** (attempt - 1))
  const jittered = ceiling / 2 + (backoff.random() * ceiling) / 2
  return Math.max(jittered, retryAfterMs ?? 0)
}

/** Runs `call` until it succeeds, fails for good, or was tried `maxAttempts` times. Attempts are counted from 1. */
export async function retry<Value>(
  call: (attempt: number) => Promise<Value>,
  options: {
    maxAttempts: number
    signal?: AbortSignal | undefined
    backoff: Backoff
    /** By default, a `DocentError` that says so. */
    isRetryable?(error: unknown): boolean
  },
): Promise<Value> {
  const { isRetryable = (error) => DocentError.is(error) && error.isRetryable } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(attempt)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (attempt >= options.maxAttempts || !isRetryable(error)) throw error
      const after = (error as { retryAfterMs?: number }).retryAfterMs
      const delay = backoffDelay(attempt, after, options.backoff)
      if (delay === undefined) throw error
      await options.backoff.sleep(delay, options.signal)
    }
  }
}
