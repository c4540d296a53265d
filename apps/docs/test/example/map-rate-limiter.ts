import {
  type CallOptions,
  type Clock,
  definePlugin,
  type LimitCounter,
  type LimitRequest,
  type LimitResult,
  RateLimiter,
  takeLimits,
  windowAt,
} from '@docent/core/plugin'
import { z } from 'zod'

/** Counts in a Map. It never forgets a counter: good enough for an example, not for a server. */
export class MapRateLimiter implements RateLimiter {
  readonly #counters = new Map<string, LimitCounter>()

  constructor(private readonly clock: Clock) {}

  async take(requests: readonly LimitRequest[], { signal }: CallOptions = {}): Promise<LimitResult> {
    signal?.throwIfAborted()
    const now = this.clock.now()
    return takeLimits(
      requests,
      requests.map((request) => this.#counter(request, now)),
      now,
    )
  }

  #counter({ key, window }: LimitRequest, now: number): LimitCounter {
    const { start, end } = windowAt(window, now)
    const name = `${key}@${start}-${end}`
    const counter = this.#counters.get(name) ?? { used: 0, end }
    this.#counters.set(name, counter)
    return counter
  }
}

export const mapLimiter = definePlugin({
  name: 'limiter-map',
  options: z.strictObject({}),
  setup: (_options, host) => host.provide(RateLimiter, new MapRateLimiter(host.clock)),
})
