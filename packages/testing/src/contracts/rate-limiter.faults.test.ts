import type { LimitWindow } from '@docent/core'
import { type CallOptions, type LimitRequest, type LimitResult, windowAt } from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { ModelRateLimiter } from '../fakes/model-rate-limiter.ts'
import { failingCases } from './contract-case.ts'
import { limiterProperty } from './limiter-property.ts'
import { rateLimiterCases, rateLimiterContract } from './rate-limiter.ts'
import type { RateLimiterContext } from './rate-limiter-context.ts'

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

/** Asks the model about other requests than it was given, and answers with the windows that it was given. */
function asking(
  name: string,
  change: (request: LimitRequest, clock: ManualClock) => LimitRequest,
): { name: string; new (clock: ManualClock): ModelRateLimiter } {
  return {
    [name]: class extends ModelRateLimiter {
      readonly #time: ManualClock
      constructor(clock: ManualClock) {
        super(clock)
        this.#time = clock
      }
      override async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
        return super.take(
          requests.map((request) => change(request, this.#time)),
          options,
        )
      }
    },
  }[name] as { name: string; new (clock: ManualClock): ModelRateLimiter }
}

/** Changes what the model answers. */
function answering(
  name: string,
  change: (result: LimitResult, requests: readonly LimitRequest[], clock: ManualClock) => LimitResult,
): { name: string; new (clock: ManualClock): ModelRateLimiter } {
  return {
    [name]: class extends ModelRateLimiter {
      readonly #time: ManualClock
      constructor(clock: ManualClock) {
        super(clock)
        this.#time = clock
      }
      override async take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
        return change(await super.take(requests, options), requests, this.#time)
      }
    },
  }[name] as { name: string; new (clock: ManualClock): ModelRateLimiter }
}

const fixed = (ms: number): LimitWindow => ({ kind: 'fixed', ms })
const stretched = (factor: number) => (request: LimitRequest) =>
  request.window.kind === 'fixed' ? { ...request, window: fixed(request.window.ms * factor) } : request
const statesOf = (result: LimitResult, change: (state: LimitResult['states'][number]) => object) => {
  const states = result.states.map((state) => ({ ...state, ...change(state) }))
  const at = result.refusedBy ? result.states.indexOf(result.refusedBy) : -1
  return { ...result, states, refusedBy: states[at] }
}

/** Forgets counters by `isGone` with every take, as a careless sweep does. */
abstract class Sweeping extends ModelRateLimiter {
  readonly #time: ManualClock
  #before: number
  #inner: ModelRateLimiter
  constructor(clock: ManualClock) {
    super(clock)
    this.#time = clock
    this.#before = clock.now()
    this.#inner = new ModelRateLimiter(clock)
  }
  protected abstract isGone(before: number, now: number): boolean
  override take(requests: readonly LimitRequest[], options?: CallOptions): Promise<LimitResult> {
    const now = this.#time.now()
    if (this.isGone(this.#before, now)) {
      this.#inner = new ModelRateLimiter(this.#time)
      this.#before = now
    }
    return this.#inner.take(requests, options)
  }
}

class SweepsWhatIsADayOld extends Sweeping {
  isGone(before: number, now: number) {
    return now - before >= 86_400_000
  }
}

class SweepsEveryHalfHour extends Sweeping {
  isGone(before: number, now: number) {
    return now - before >= 1_800_000
  }
}

class SweepsAtTheEdge extends Sweeping {
  isGone(before: number, now: number) {
    return windowAt(fixed(3_600_000), before).end <= now
  }
}

const FAULTS = [
  asking('WindowsTwiceAsLong', stretched(2)),
  asking('WindowsHalfAsLong', stretched(0.5)),
  asking('WindowsInWholeMinutes', (request) =>
    request.window.kind === 'fixed'
      ? { ...request, window: fixed(Math.max(60_000, Math.round(request.window.ms / 60_000) * 60_000)) }
      : request,
  ),
  asking('WindowsOfAtMostADay', (request) =>
    request.window.kind === 'fixed'
      ? { ...request, window: fixed(Math.min(request.window.ms, 86_400_000)) }
      : request,
  ),
  asking('MonthsOf31Days', (request) =>
    request.window.kind === 'month' ? { ...request, window: fixed(31 * 86_400_000) } : request,
  ),
  asking('OneUseTooFew', (request) => ({ ...request, max: request.max - 1 })),
  asking('CountsByScope', (request) => ({ ...request, key: request.scope })),
  asking('CutsKeys', (request) => ({ ...request, key: request.key.slice(0, 9) })),
  asking('CountsByMaximum', (request) => ({ ...request, key: `${request.key} ${request.max}` })),
  asking('TakesForALook', (request) => ({ ...request, cost: request.cost || 1 })),
  asking('IgnoresNegativeCosts', (request) => ({ ...request, cost: Math.max(0, request.cost ?? 1) })),
  asking('AdmitsEverything', (request) => ({ ...request, max: 1e9 })),
  answering('RemainingBeforeTheTake', (result, requests) =>
    result.allowed
      ? {
          ...result,
          states: result.states.map((state, at) => ({
            ...state,
            remaining: state.remaining + (requests[at]?.cost ?? 1),
          })),
        }
      : result,
  ),
  answering('NegativeRemaining', (result) =>
    statesOf(result, ({ remaining }) => (result.allowed ? {} : { remaining: remaining - 1 })),
  ),
  answering('ResetsOneWindowFromNow', (result, _requests, clock) =>
    statesOf(result, ({ window }) => (window.kind === 'fixed' ? { resetAt: clock.now() + window.ms } : {})),
  ),
  answering('ResetsAtTheStart', (result, _requests, clock) =>
    statesOf(result, ({ window }) => ({ resetAt: windowAt(window, clock.now()).start })),
  ),
  answering('ResetsInSeconds', (result) =>
    statesOf(result, ({ resetAt }) => ({ resetAt: Math.floor(resetAt / 1000) })),
  ),
  answering('NamesTheLastRefusal', (result) =>
    result.allowed
      ? result
      : { ...result, refusedBy: result.states.findLast(({ remaining }) => remaining === 0) },
  ),
  answering('SortsItsStates', (result) => ({
    ...result,
    states: result.states.toSorted((one, other) => one.remaining - other.remaining),
  })),
  answering('NamesARefusalThatWasNone', (result) => ({
    ...result,
    refusedBy: result.refusedBy ?? result.states[0],
  })),
  asking('HoldsForEver', ({ hold, ...request }) =>
    hold ? { ...request, hold: { ...hold, ms: hold.ms * 1e6 } } : request,
  ),
  asking('TakesWhatIsSetAside', ({ hold: _, ...request }) => request),
  asking('AddsToAHold', ({ hold, ...request }) =>
    hold ? { ...request, hold: { ...hold, id: `${hold.id} ${request.cost}` } } : request,
  ),
  SweepsWhatIsADayOld,
  SweepsEveryHalfHour,
  SweepsAtTheEdge,
]

/** Faults of what a limiter does later by itself: they show only in `upkeep` or `stored`. */
const UPKEEP_FAULTS: readonly {
  fault: string
  sentence: RegExp
  plant(clock: ManualClock): Partial<RateLimiterContext>
}[] = [
  {
    fault: 'deletes every counter, open windows among them',
    sentence: /open windows through its upkeep/,
    plant: (clock) => swept(clock, () => true),
  },
  {
    fault: 'deletes counters of windows that end within a minute',
    sentence: /open windows through its upkeep/,
    plant: (clock) => swept(clock, (end, now) => end - 60_000 <= now),
  },
  {
    fault: 'deletes counters by when their window began',
    sentence: /open windows through its upkeep/,
    plant: (clock) => swept(clock, (_end, now, start) => start + 1_800_000 <= now),
  },
  {
    fault: 'deletes counters at the very end of their window',
    sentence: /has just ended/,
    plant: (clock) => swept(clock, (end, now) => end <= now),
  },
  { fault: 'never deletes a counter', sentence: /lets go of/, plant: () => ({ stored: () => 301 }) },
]

/** A limiter whose upkeep forgets everything as soon as the hour's window is `gone`. */
function swept(
  clock: ManualClock,
  gone: (end: number, now: number, start: number) => boolean,
): Partial<RateLimiterContext> {
  let inner = new ModelRateLimiter(clock)
  let first: number | undefined
  return {
    limiter: {
      take: (requests, options) => {
        first ??= clock.now()
        return inner.take(requests, options)
      },
    },
    upkeep() {
      const { start, end } = windowAt(fixed(3_600_000), first ?? clock.now())
      if (!gone(end, clock.now(), start)) return
      inner = new ModelRateLimiter(clock)
      first = undefined
    },
  }
}

function contextOf(Limiter: new (clock: ManualClock) => ModelRateLimiter): RateLimiterContext {
  const clock = new ManualClock()
  return { clock, limiter: new Limiter(clock) }
}

rateLimiterContract('model', () => contextOf(ModelRateLimiter))

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
    const failing = await failingCases(rateLimiterCases, () => contextOf(Broken))
    expect(failing.join('\n')).toMatch(sentence)
  })

  test.each(FAULTS.map((Broken) => [Broken.name, Broken] as const))(
    'catches a limiter that is %s by a case of its own, beside the property',
    async (_name, Broken) => {
      const cases = rateLimiterCases.filter(({ name }) => !name.includes('random take'))
      expect(await failingCases(cases, () => contextOf(Broken))).not.toEqual([])
    },
  )

  test.each(UPKEEP_FAULTS)('catches a limiter that $fault', async ({ sentence, plant }) => {
    const failing = await failingCases(rateLimiterCases, () => {
      const clock = new ManualClock()
      return { clock, limiter: new ModelRateLimiter(clock), ...plant(clock) }
    })
    expect(failing.join('\n')).toMatch(sentence)
  })

  test.each([
    { Broken: OneByOne },
    { Broken: MergesSameKeys },
    { Broken: OffByOne },
    { Broken: ThirtyDayMonths },
  ])('is joined by a property that catches a limiter that is $Broken.name', async ({ Broken }) => {
    await expect(limiterProperty(() => contextOf(Broken))).rejects.toThrow()
  })
})
