import type { LimitWindow } from '@docent/core'
import {
  type CallOptions,
  type Clock,
  DocentError,
  type LimitRequest,
  type LimitResult,
  type RateLimiter,
  windowAt,
} from '@docent/core/plugin'

interface Use {
  key: string
  window: string
  start: number
  cost: number
  /** Only set aside, until then. */
  hold?: { id: string; until: number }
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
    let wanted = [...this.#uses]
    let refused = -1
    for (const [index, request] of requests.entries()) {
      const cost = request.cost ?? 1
      const { hold } = request
      const kept = wanted.filter((use) => !(hold && use.hold?.id === hold.id && isOf(use, request, now)))
      if (this.#used(kept, request, now) + cost > request.max) {
        refused = index
        break
      }
      const until = hold && { id: hold.id, until: now + hold.ms }
      wanted = [...kept, { ...counter(request, now), cost, ...(until ? { hold: until } : {}) }]
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
    return uses
      .filter((use) => isOf(use, request, now) && !(use.hold && use.hold.until <= now))
      .reduce((sum, use) => sum + use.cost, 0)
  }
}

function isOf(use: Use, request: LimitRequest, now: number): boolean {
  const { key, window, start } = counter(request, now)
  return use.key === key && use.window === window && use.start === start
}

function counter(request: LimitRequest, now: number): Omit<Use, 'cost'> {
  return { key: request.key, window: nameOf(request.window), start: windowAt(request.window, now).start }
}

const nameOf = (window: LimitWindow): string => (window.kind === 'month' ? 'month' : String(window.ms))
