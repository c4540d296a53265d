import type { LimitScope, LimitWindow } from '@docent/core'
import { defined, type LimitRequest, type RateLimiter } from '@docent/core/plugin'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const hour: LimitWindow = { kind: 'fixed', ms: HOUR }
export const day: LimitWindow = { kind: 'fixed', ms: DAY }
export const month: LimitWindow = { kind: 'month' }

/** Keys stand for themselves: the scope is only what a refusal shows. */
export function limit(
  scope: LimitScope,
  key: string,
  max: number,
  window: LimitWindow,
  cost?: number,
): LimitRequest {
  return { scope, key: `contract:${key}`, max, window, ...defined({ cost }) }
}

/** What a counter has left, read without taking. */
export async function remaining(limiter: RateLimiter, key: string, max: number, window: LimitWindow) {
  const result = await limiter.take([limit('key', key, max, window, 0)])
  return result.states[0]?.remaining
}
