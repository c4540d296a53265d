import type { LimitWindow } from '@docent/core'
import type { LimitRequest } from '@docent/core/plugin'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ModelRateLimiter } from '../fakes/model-rate-limiter.ts'
import type { RateLimiterContext } from './rate-limiter-context.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lengths that divide a day, one that divides nothing, and calendar months. */
const windows: readonly LimitWindow[] = [
  { kind: 'fixed', ms: SECOND },
  { kind: 'fixed', ms: 7 * MINUTE + 13 * SECOND },
  { kind: 'fixed', ms: HOUR },
  { kind: 'fixed', ms: DAY },
  { kind: 'month' },
]

/** A counter has one window in real use, and several here; maxima are small, so that refusals are common. */
const use: fc.Arbitrary<LimitRequest> = fc.record({
  scope: fc.constantFrom('key', 'organization', 'ip'),
  key: fc.constantFrom('a', 'b', 'c'),
  max: fc.integer({ min: 0, max: 6 }),
  window: fc.constantFrom(...windows),
  cost: fc.integer({ min: 0, max: 3 }),
})

const hold = fc.record({ id: fc.constantFrom('one', 'two'), ms: fc.constantFrom(SECOND, HOUR, DAY) })

const request: fc.Arbitrary<LimitRequest> = fc.oneof(
  { weight: 3, arbitrary: use },
  { weight: 1, arbitrary: fc.tuple(use, hold).map(([use, hold]) => ({ ...use, hold })) },
)

/** Time passes by nothing, by a little, to around the edge of a window, by a day, or by a month. */
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 30 * MINUTE }) },
  { weight: 2, arbitrary: fc.constantFrom(SECOND, HOUR - 1, HOUR, HOUR + 1) },
  { weight: 1, arbitrary: fc.constantFrom(DAY, 29 * DAY, 31 * DAY) },
)

const step = fc.record({ pause, requests: fc.array(request, { maxLength: 4 }), upkeep: fc.boolean() })

/**
 * Holds a limiter against the model that counts by reading every use: random takes of up to four limits, the same
 * key twice among them, over seconds, hours and months, with the limiter's own upkeep between them. Every answer must
 * be the model's, so nothing more than `max` is ever admitted in a window and a refused take uses up nothing.
 */
export async function limiterProperty(
  create: () => RateLimiterContext | Promise<RateLimiterContext>,
  runs = 200,
): Promise<void> {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
    const { limiter, clock, upkeep, close } = await create()
    try {
      clock.set(Date.UTC(2026, 0, 30, 22, 30))
      const model = new ModelRateLimiter(clock)
      for (const step of steps) {
        clock.advance(step.pause)
        if (step.upkeep) await upkeep?.()
        expect(await limiter.take(step.requests)).toEqual(await model.take(step.requests))
      }
    } finally {
      await close?.()
    }
  })
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true })
}
