import { type LimitState, windowAt } from '../domain/limit.ts'

/**
 * The two header fields of draft-ietf-httpapi-ratelimit-headers for one limit: its policy (`q` uses in `w` seconds)
 * and what is left of it (`r` uses, `t` seconds until it is full again).
 * @param now milliseconds since the epoch.
 */
export function rateLimitHeaders(
  state: LimitState,
  now: number,
): { 'RateLimit-Policy': string; RateLimit: string } {
  const { start, end } = windowAt(state.window, now)
  const seconds = Math.round((end - start) / 1000)
  const left = Math.max(0, Math.ceil((state.resetAt - now) / 1000))
  return {
    'RateLimit-Policy': `"${state.scope}";q=${state.max};w=${seconds}`,
    RateLimit: `"${state.scope}";r=${state.remaining};t=${left}`,
  }
}
