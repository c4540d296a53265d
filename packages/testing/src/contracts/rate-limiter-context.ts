import type { RateLimiter } from '@docent/core/plugin'
import type { ManualClock } from '../fakes/manual-clock.ts'
import type { ContractContext } from './contract-case.ts'

export interface RateLimiterContext extends ContractContext {
  readonly limiter: RateLimiter
  /** The limiter's only source of time. */
  readonly clock: ManualClock
  /** Does at once what the limiter otherwise does later by a timer, such as deleting old counters. Absent when it has no timer. */
  upkeep?(): void | Promise<void>
  /** How many counters the limiter stores now. Absent when another system forgets them by itself. */
  stored?(): number | Promise<number>
}
