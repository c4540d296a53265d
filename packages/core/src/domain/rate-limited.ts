import { DocentError } from '../errors/docent-error.ts'
import type { LimitScope, LimitState } from './limit.ts'

const NOUNS: Record<LimitScope, string> = {
  key: 'This API key has',
  organization: 'This organization has',
  ip: 'This IP address has',
  project: 'This project has',
  authentication: 'This IP address has',
  account: 'This account has',
}

/** A limit had no room for the request; nothing was taken from any limit. */
export class RateLimited extends DocentError {
  override readonly name: string = 'RateLimited'
  /** What the limit counts by: `limit` of the reply. */
  readonly limit: LimitScope
  /** When its window ends, milliseconds since the epoch. */
  readonly resetAt: number
  /** For the reply's `RateLimit` headers; undefined when the request's own limits were not asked. */
  readonly state: LimitState | undefined

  /** @param now milliseconds since the epoch, by the clock that `resetAt` is on. */
  constructor(
    refusal: { limit: LimitScope; resetAt: number; state?: LimitState },
    now: number,
    { message }: { message?: string } = {},
  ) {
    const retryAfterMs = Math.max(1000, refusal.resetAt - now)
    const seconds = Math.ceil(retryAfterMs / 1000)
    super(
      'rate_limited',
      message ?? `${NOUNS[refusal.limit]} reached its limit of requests. Try again in ${seconds} seconds.`,
      { isRetryable: true, retryAfterMs },
    )
    this.limit = refusal.limit
    this.resetAt = refusal.resetAt
    this.state = refusal.state
  }

  /** Works across two copies of the package, which `instanceof` does not. */
  static isRateLimited(error: unknown): error is RateLimited {
    return DocentError.is(error, 'rate_limited') && 'limit' in error && 'resetAt' in error
  }
}
