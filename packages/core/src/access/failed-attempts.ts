import { limitAddress } from '../domain/ip-address.ts'
import { RateLimited } from '../domain/rate-limited.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { Clock } from '../ports/clock.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'

const MAX_FAILURES = 100
const WINDOW_MS = 10 * 60_000
/** The most blocked addresses to remember; beyond that, the oldest one starts again from zero. */
const MAX_BLOCKED = 10_000

/**
 * Slows down guessing: after 100 failed authentications of an address in 10 minutes its further failures are
 * refused for 10 minutes. A valid key is never asked here, because many clients share an address.
 */
export class FailedAttempts {
  readonly #blockedUntil = new Map<string, number>()

  constructor(
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** Counts a failure. @throws RateLimited when the address has had too many. */
  async count(ip: string, options: CallOptions): Promise<void> {
    const address = limitAddress(ip)
    this.#refuseBlocked(address)
    const { allowed } = await this.limiter.take(
      [
        {
          scope: 'authentication',
          key: `authentication:ip:${address}`,
          max: MAX_FAILURES,
          window: { kind: 'fixed', ms: WINDOW_MS },
        },
      ],
      options,
    )
    if (allowed) return
    this.#block(address)
    this.#refuseBlocked(address)
  }

  #refuseBlocked(address: string): void {
    const resetAt = this.#blockedUntil.get(address)
    if (resetAt === undefined) return
    const now = this.clock.now()
    if (now < resetAt) throw new RateLimited({ limit: 'ip', resetAt }, now)
    this.#blockedUntil.delete(address)
  }

  #block(address: string): void {
    if (this.#blockedUntil.size >= MAX_BLOCKED) {
      const [oldest] = this.#blockedUntil.keys()
      if (oldest !== undefined) this.#blockedUntil.delete(oldest)
    }
    this.#blockedUntil.set(address, this.clock.now() + WINDOW_MS)
  }
}
