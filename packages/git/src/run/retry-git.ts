import { DocentError } from '@docent/core'
import { pause } from './pause.ts'

export interface RetryOptions {
  /** The first included. Default 3. */
  attempts?: number
  /** Longest wait before the second attempt, ms; doubles each time. Default 250. */
  delayMs?: number
  signal?: AbortSignal
  /** A number in [0, 1), for the jitter. */
  random?: () => number
}

/**
 * Tries again what failed with a retryable error (network, lock), after a growing wait of random length, so that
 * workers which collided do not meet again.
 */
export async function retryGit<Result>(
  work: (attempt: number) => Promise<Result>,
  options: RetryOptions = {},
): Promise<Result> {
  const attempts = options.attempts ?? 3
  const random = options.random ?? Math.random
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      if (attempt >= attempts || !DocentError.is(error) || !error.isRetryable) throw error
      const most = (options.delayMs ?? 250) * 2 ** (attempt - 1)
      await pause(most * (0.5 + random() / 2), options.signal)
    }
  }
}
