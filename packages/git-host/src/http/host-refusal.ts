import { retryAfterMs } from '@docent/core/plugin'

/** A reply of a git host with a status outside of 2xx. */
export class HostRefusal extends Error {
  override readonly name = 'HostRefusal'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>>) {
    super(message)
    this.status = status
    this.headers = headers
  }

  static has(error: unknown, status: number): error is HostRefusal {
    return error instanceof HostRefusal && error.status === status
  }

  /** Milliseconds until a rate limit ends; undefined when the failure is no rate limit. */
  static rateLimit(error: unknown, now: number): number | undefined {
    if (!(error instanceof HostRefusal)) return undefined
    const { status, headers, message } = error
    const isSpent = headers['x-ratelimit-remaining'] === '0'
    // GitHub refuses with 403 what others refuse with 429.
    const isForbidden = status === 403 && (isSpent || 'retry-after' in headers || SECONDARY.test(message))
    if (status !== 429 && !isForbidden) return undefined
    const after = retryAfterMs(headers['retry-after'], now)
    if (after !== undefined) return Math.max(after, 1000)
    const reset = Number(headers['ratelimit-reset'] ?? (isSpent ? headers['x-ratelimit-reset'] : undefined))
    // If the response gives no reset time, wait one minute: proxies usually count per minute.
    return Number.isFinite(reset) ? Math.max(reset * 1000 - now, 1000) : 60_000
  }
}

const SECONDARY = /secondary rate limit/i
