import { type LimitRequest, type LimitResult, windowAt } from '../domain/limit.ts'
import { type LimitCounter, takeLimits } from '../domain/take-limits.ts'
import type { Clock } from '../ports/clock.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'

/** Counters that are kept; when there are more, those whose windows ended go first. */
const MAX_COUNTERS = 100_000

/** Limits of this process alone: what is enforced while the shared limiter cannot be reached. */
export class LocalLimiter implements RateLimiter {
  readonly #counters = new Map<string, LimitCounter>()

  constructor(private readonly clock: Clock) {}

  async take(requests: readonly LimitRequest[]): Promise<LimitResult> {
    const now = this.clock.now()
    if (this.#counters.size > MAX_COUNTERS) this.#sweep(now)
    return takeLimits(
      requests,
      requests.map((request) => this.#counter(request, now)),
    )
  }

  #counter(request: LimitRequest, now: number): LimitCounter {
    const { start, end } = windowAt(request.window, now)
    const key = `${request.key}@${start}-${end}`
    const known = this.#counters.get(key)
    if (known) return known
    const counter = { used: 0, end }
    this.#counters.set(key, counter)
    return counter
  }

  #sweep(now: number): void {
    for (const [key, counter] of this.#counters) if (counter.end <= now) this.#counters.delete(key)
    const excess = this.#counters.size - MAX_COUNTERS
    if (excess <= 0) return
    for (const key of [...this.#counters.keys()].slice(0, excess)) this.#counters.delete(key)
  }
}
