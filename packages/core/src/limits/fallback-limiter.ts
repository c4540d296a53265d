import { inject, Lifecycle, scoped } from 'tsyringe'
import type { LimitRequest, LimitResult } from '../domain/limit.ts'
import type { CallOptions, Health } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Logger } from '../ports/logger.ts'
import { RateLimiter } from '../ports/rate-limiter.ts'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'

/** While the shared limiter stays unreachable the log says so again after this long. */
const REMIND_MS = 60_000

/**
 * The configured limiter; while its store cannot be reached, the limits of this process alone. Never refuses a request
 * because the store is gone, and never lets one pass uncounted.
 */
@scoped(Lifecycle.ContainerScoped)
export class FallbackLimiter implements RateLimiter {
  readonly #local: MemoryRateLimiter
  #failingSince: number | undefined
  #remindAt = 0
  /** Checks that were decided locally, for metrics. */
  fallbacks = 0

  constructor(
    @inject(RateLimiter) private readonly limiter: RateLimiter,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {
    this.#local = new MemoryRateLimiter(clock)
  }

  async take(requests: readonly LimitRequest[], options: CallOptions = {}): Promise<LimitResult> {
    try {
      const result = await this.limiter.take(requests, options)
      this.#recovered()
      return result
    } catch (error) {
      options.signal?.throwIfAborted()
      this.#failed(error)
      return this.#local.take(requests)
    }
  }

  health(): Health {
    if (this.#failingSince === undefined) return { ok: true }
    const since = new Date(this.#failingSince).toISOString()
    return {
      ok: false,
      message: `The shared rate limiter has been unreachable since ${since}: each process counts requests separately.`,
    }
  }

  #failed(error: unknown): void {
    const now = this.clock.now()
    this.#failingSince ??= now
    this.fallbacks += 1
    if (now < this.#remindAt) return
    this.#remindAt = now + REMIND_MS
    this.logger.error(
      { err: error, fallbacks: this.fallbacks },
      'the shared rate limiter cannot be reached; limits are local to this process',
    )
  }

  #recovered(): void {
    if (this.#failingSince === undefined) return
    this.#failingSince = undefined
    this.#remindAt = 0
    this.logger.info({}, 'the shared rate limiter is reachable again')
  }
}
