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
    const after = Number(error.headers['retry-after'] ?? Number.NaN)
    if (Number.isFinite(after)) return Math.max(after, 1) * 1000
    const reset = Number(error.headers['ratelimit-reset'] ?? Number.NaN)
    // Who says nothing more, as a proxy in front of a host, mostly counts in windows of a minute.
    return Number.isFinite(reset) ? Math.max(reset * 1000 - now, 1000) : 60_000
  }
}
