import {
  type CallOptions,
  type Clock,
  DocentError,
  type LimitRequest,
  type LimitResult,
  type LimitWindow,
  type RateLimiter,
  windowAt,
} from '@docent/core'

interface Use {
  key: string
  window: string
  start: number
  cost: number
}

/**
 * A limiter too simple to be wrong: it remembers every admitted use and counts by reading them all. The model that
 * real limiters are held against in property tests; it shares no code with them and forgets nothing.
 */
export class ModelRateLimiter implements RateLimiter {
  readonly #clock: Clock
  #uses: Use[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async take(requests: readonly LimitRequest[], options: CallOptions = {}): Promise<LimitResult> {
    options.signal?.throwIfAborted()
    if (requests.some((request) => !((request.cost ?? 1) >= 0))) {
      throw new DocentError('internal', 'A limit has a negative cost.')
    }
    const now = this.#clock.now()
    const wanted = [...this.#uses]
    let refused = -1
    for (const [index, request] of requests.entries()) {
      const cost = request.cost ?? 1
      if (this.#used(wanted, request, now) + cost > request.max) {
        refused = index
        break
      }
      wanted.push({ ...counter(request, now), cost })
    }
    const allowed = refused === -1
    if (allowed) this.#uses = wanted
    const states = requests.map((request) => ({
      scope: request.scope,
      max: request.max,
      remaining: Math.max(0, request.max - this.#used(this.#uses, request, now)),
      resetAt: windowAt(request.window, now).end,
      window: request.window,
    }))
    return { allowed, states, refusedBy: allowed ? undefined : states[refused] }
  }

  #used(uses: readonly Use[], request: LimitRequest, now: number): number {
    const { key, window, start } = counter(request, now)
    return uses
      .filter((use) => use.key === key && use.window === window && use.start === start)
      .reduce((sum, use) => sum + use.cost, 0)
  }
}

function counter(request: LimitRequest, now: number): Omit<Use, 'cost'> {
  return { key: request.key, window: nameOf(request.window), start: windowAt(request.window, now).start }
}

const nameOf = (window: LimitWindow): string => (window.kind === 'month' ? 'month' : String(window.ms))
