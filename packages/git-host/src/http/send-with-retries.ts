import { sleep } from '@docent/core/plugin'
import type { GitHostHttpSettings } from '../host-options.ts'
import { HostRefusal } from './host-refusal.ts'

export interface SendOptions {
  settings: GitHostHttpSettings
  /** Further attempts after a failure that passes; 0 for what must not be done twice. */
  retries: number
  /** 0 to 1, spreads retries. */
  random(): number
  /** Milliseconds since the epoch. */
  now(): number
  signal?: AbortSignal | undefined
}

/**
 * Runs attempts of one request until one succeeds or trying again is no use: a
 * short rate limit is waited for once, failed connections and 5xx replies are tried again with growing pauses.
 *
 * @throws what the last attempt threw, or the reason of the signal.
 */
export async function sendWithRetries<Reply>(
  attempt: () => Promise<Reply>,
  { settings, retries, random, now, signal }: SendOptions,
): Promise<Reply> {
  let waitedForLimit = false
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const limit = HostRefusal.rateLimit(error, now())
      if (limit !== undefined && (waitedForLimit || limit > settings.maxRateLimitWaitMs)) throw error
      const isFinal = error instanceof HostRefusal && error.status < 500 && error.status !== 408
      if (limit === undefined && (isFinal || tries > retries)) throw error
      waitedForLimit ||= limit !== undefined
      const pause = limit ?? settings.retryDelayMs * tries ** 2 * (0.5 + random())
      await sleep(pause, signal)
    }
  }
}
