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

  /** Milliseconds until a rate limit ends (429); undefined when the failure is no rate limit. */
  static rateLimit(error: unknown, now: number): number | undefined {
    if (!HostRefusal.has(error, 429)) return undefined
    const after = retryAfterMs(error.headers['retry-after'], now)
    if (after !== undefined) return after
    const reset = Number(error.headers['ratelimit-reset'] ?? Number.NaN)
    // If the response gives no reset time, wait one minute: proxies usually count per minute.
    return Number.isFinite(reset) ? Math.max(reset * 1000 - now, 1000) : 60_000
  }
}

/** Milliseconds of a header Retry-After, which holds seconds or a date (RFC 9110, section 10.2.3); at least one second. */
export function retryAfterMs(header: unknown, now: number): number | undefined {
  if (header === undefined || header === null || header === '') return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(String(header)) - now
  return Number.isFinite(ms) ? Math.max(ms, 1000) : undefined
}
