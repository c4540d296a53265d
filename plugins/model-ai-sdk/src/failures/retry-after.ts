import { retryAfterMs } from '@docent/core/plugin'

/** Milliseconds until the next request is welcome: `retry-after-ms`, which some vendors send, or `retry-after`. */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  return Number.isFinite(ms) && ms >= 0 ? ms : retryAfterMs(headers['retry-after'], now)
}
