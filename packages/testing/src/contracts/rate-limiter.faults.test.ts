import type { CallOptions, LimitRequest, LimitResult } from '@docent/core'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { ModelRateLimiter } from '../fakes/model-rate-limiter.ts'
import { failingCases } from './contract-case.ts'
import { limiterProperty } from './limiter-property.ts'
import { rateLimiterCases, rateLimiterContract } from './rate-limiter.ts'

/** Takes the limits one after the other: a refusal keeps what was taken before it. */
class OneByOne extends ModelRateLimiter {
  override async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const whole = await super.take(
      requests.map((request) => ({ ...request, cost: 0 })),
      options,
    )
    if (requests.length < 2) return super.take(requests, options)
    for (const request of requests) {
      const result = await super.take([request], options)
      if (!result.allowed) return { ...whole, allowed: false, refusedBy: result.refusedBy }
    }
    return super.take(
      requests.map((request) => ({ ...request, cost: 0 })),
      options,
    )
  }
}

/** Counts a key named twice only once. */
class MergesSameKeys extends ModelRateLimiter {
  override async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const seen = new Set<string>()
    const merged = requests.map((request) => {
      const again = seen.has(request.key)
      seen.add(request.key)
      return again ? { ...request, cost: 0 } : request
    })
    return super.take(merged, options)
  }
}

/** Admits one use too many. */
class OffByOne extends ModelRateLimiter {
  override take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    return super.take(
      requests.map((request) => ({ ...request, max: request.max + 1 })),
      options,
    )
  }
}

/** Treats a month as 30 days from the epoch, as a timer-based limiter would. */
class ThirtyDayMonths extends ModelRateLimiter {
  override take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const window = { kind: 'fixed', ms: 30 * 86_400_000 } as const
    return super.take(
      requests.map((request) => (request.window.kind === 'month' ? { ...request, window } : request)),
      options,
    )
  }
}

/** Ignores the cost. */
class OneUseACall extends ModelRateLimiter {
  override take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    return super.take(
      requests.map((request) => ({ ...request, cost: 1 })),
      options,
    )
  }
}

/** One counter a key, whatever the window. */
class SharesWindows extends ModelRateLimiter {
  override take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const window = { kind: 'fixed', ms: 3_600_000 } as const
    return super.take(
      requests.map((request) => ({ ...request, window })),
      options,
    )
  }
}

/** Reads before another turn of the event loop and decides after it. */
class Racy extends ModelRateLimiter {
  override async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const look = await super.take(
      requests.map((request) => ({ ...request, cost: 0 })),
      options,
    )
    if (requests.some((request) => (request.cost ?? 1) < 0)) return super.take(requests, options)
    await Promise.resolve()
    const roomy = look.states.every((state, index) => state.remaining >= (requests[index]?.cost ?? 1))
    if (!roomy) return super.take(requests, options)
    const boundless = await super.take(
      requests.map((request) => ({ ...request, max: 1e9 })),
      options,
    )
    return { ...boundless, allowed: true }
  }
}

/** Forgets a counter when the clock moves over an edge and back. */
class ForgetsOnStepBack extends ModelRateLimiter {
  #inner: ModelRateLimiter
  #latest = 0
  readonly #time: ManualClock
  constructor(clock: ManualClock) {
    super(clock)
    this.#time = clock
    this.#inner = new ModelRateLimiter(clock)
  }
  override take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    if (this.#time.now() < this.#latest) this.#inner = new ModelRateLimiter(this.#time)
    this.#latest = this.#time.now()
    return this.#inner.take(requests, options)
  }
}

/** Takes although the caller is gone. */
class IgnoresAbort extends ModelRateLimiter {
  override take(requests: readonly LimitRequest[]): Promise<LimitResult> {
    return super.take(requests)
  }
}

rateLimiterContract('model', () => {
  const clock = new ManualClock()
  return { clock, limiter: new ModelRateLimiter(clock) }
})

describe('RateLimiter contract', () => {
  test.each([
    { Broken: OneByOne, sentence: /all limits or from none/ },
    { Broken: MergesSameKeys, sentence: /name the same key/ },
    { Broken: OffByOne, sentence: /exactly max uses/ },
    { Broken: ThirtyDayMonths, sentence: /31 days/ },
    { Broken: OneUseACall, sentence: /the cost asked for/ },
    { Broken: SharesWindows, sentence: /windows of one key apart/ },
    { Broken: Racy, sentence: /concurrent takes/ },
    { Broken: ForgetsOnStepBack, sentence: /steps back/ },
    { Broken: IgnoresAbort, sentence: /aborted signal/ },
  ])('catches a limiter that is $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(rateLimiterCases, () => {
      const clock = new ManualClock()
      return { clock, limiter: new Broken(clock) }
    })
    expect(failing.join('\n')).toMatch(sentence)
  })

  test.each([
    { Broken: OneByOne },
    { Broken: MergesSameKeys },
    { Broken: OffByOne },
    { Broken: ThirtyDayMonths },
  ])('is joined by a property that catches a limiter that is $Broken.name', async ({ Broken }) => {
    await expect(limiterProperty((clock) => ({ clock, limiter: new Broken(clock) }))).rejects.toThrow()
  })
})
