import { defaultBackoff, retry } from '@docent/core/plugin'

export interface RetryOptions {
  /** The first included. Default 3. */
  attempts?: number
  /** Longest wait before the second attempt, ms; doubles each time. Default 250. */
  delayMs?: number
  signal?: AbortSignal
}

/** Retries what failed with a retryable error, such as a network failure or a lock of another process. */
export function retryGit<Result>(
  work: (attempt: number) => Promise<Result>,
  { attempts = 3, delayMs = 250, signal }: RetryOptions = {},
): Promise<Result> {
  const backoff = { ...defaultBackoff, baseMs: delayMs }
  return retry(work, { maxAttempts: attempts, signal, backoff })
}
