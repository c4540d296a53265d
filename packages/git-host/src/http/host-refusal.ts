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
    if (after !== undefined) return after
    const reset = Number(headers['ratelimit-reset'] ?? (isSpent ? headers['x-ratelimit-reset'] : undefined))
    // If the response gives no reset time, wait one minute: proxies usually count per minute.
    return Number.isFinite(reset) ? Math.max(reset * 1000 - now, 1000) : 60_000
  }
}

const SECONDARY = /secondary rate limit/i

/** Milliseconds of a header Retry-After, which holds seconds or a date (RFC 9110, section 10.2.3); at least one second. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(ms, 1000) : undefined
}
