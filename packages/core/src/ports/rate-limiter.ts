import type { LimitRequest, LimitResult } from '../domain/limit.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** Takes several limits in one atomic step: all or none. */
export interface RateLimiter {
  /**
   * Takes `cost` from every limit, or from none when one has no room.
   * Windows are those of `windowAt`; a window that ended counts nothing any more.
   * Two requests of one call may name the same key: both count.
   */
  take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult>
}

export const RateLimiter: Token<RateLimiter> = token<RateLimiter>('RateLimiter')
